import fc from 'fast-check'
import { encryptionsOf, withPassphrase, type Encryption } from '@trunkline/contract/resources/wifi-enums'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testKey } from '../../testing/devices/create-device.ts'
import { differencesOf } from './differences.ts'
import { passphraseDigest } from './digest.ts'
import { setupWifiFixture, home } from '../../testing/devices/wifi-fixture.ts'

const fixture = await setupWifiFixture()
afterAll(async () => {
  await fixture.end()
  await fixture.drop()
})

const ascii = (minLength: number, maxLength: number) =>
  fc
    .string({ unit: 'grapheme-ascii', minLength, maxLength })
    .filter((text) => text.trim() === text && text !== 'Guests')

const widths = [20, 40, 80, 160] as const

const desiredList = (encryptions: readonly Encryption[], frequencies: readonly number[], isFree: boolean) =>
  fc.record({
    ssid: fc.oneof(ascii(1, 32), fc.constantFrom('Café ☕', 'Zuhause – 5 GHz', 'Größe')),
    hidden: fc.boolean(),
    encryption: fc.constantFrom(...encryptions),
    passphrase: ascii(8, 63),
    channel_width: isFree ? fc.constantFrom(null, ...widths) : fc.constantFrom(...widths),
    frequencies: fc.subarray([...frequencies], { maxLength: 3 }),
    country: fc.constantFrom(null, 'DE', 'FR', 'GB', 'US'),
    vlan_id: fc.option(fc.integer({ min: 1, max: 4094 }), { nil: null }),
    client_isolation: fc.boolean(),
  })

const cases = [
  ['wifi-capsman', 'v7-wifi', [2412, 2437, 2462, 5180, 5240, 5500]],
  ['caps-man', 'v6-capsman', [2412, 2437, 2462, 5180, 5240, 5500]],
  ['local-wireless', 'v7-wireless', [2412, 2437, 2462]],
] as const

test.each(cases)(
  'after a push of any wanted state the device matches it, on %s',
  async (stack, personality, frequencies) => {
    const { devices, id } = await fixture.begin({ personality })
    const own = await fixture.setting(id, stack, { ssid: 'Home', ...home[stack] })
    const bands = home[stack].bands ?? []
    await fc.assert(
      fc.asyncProperty(desiredList(encryptionsOf[stack], frequencies, stack !== 'local-wireless'), async (desired) => {
        await fixture.system(async (tx) => {
          await sql`update wifi_setting set ssid = ${desired.ssid}, hidden = ${desired.hidden}, encryption = ${desired.encryption},
            channel_width = ${desired.channel_width}, frequencies = ${desired.frequencies}::int[], country = ${desired.country},
            vlan_id = ${desired.vlan_id}, client_isolation = ${desired.client_isolation} where id = ${own}`.execute(tx)
          await fixture.storePassphrase(own, desired.passphrase, tx)
        })
        const end = await fixture.act(devices, id, { action: 'push', stack, setting_id: own })
        expect(end.detail).toBeNull()
        expect(end.state).toBe('done')
        const seen = await fixture.network(devices, id, desired.ssid)
        const digest = withPassphrase.includes(desired.encryption)
          ? passphraseDigest(testKey, desired.passphrase)
          : null
        expect(differencesOf({ ...desired, is_enabled: true, bands: [...bands] }, seen, digest)).toEqual([])
      }),
      { numRuns: 40, endOnFailure: true },
    )
  },
  240_000,
)
