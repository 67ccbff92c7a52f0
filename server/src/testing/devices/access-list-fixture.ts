import type { Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { seal } from '../../secrets.ts'
import { testKey } from './create-device.ts'
import type { CommandRequest } from '../../devices/devices.ts'
import { setupDeviceFixture } from './device-fixture.ts'
import { accessContext } from '../../devices/wifi/access-load.ts'
import { passphraseDigest } from '../../devices/wifi/digest.ts'

/** Each controller with an access list, as a simulator. */
export const accessSystems = [
  { name: 'the old controller', personality: 'v6-capsman', root: 'caps-man', stack: 'caps-man' },
  { name: 'the new controller', personality: 'v7-wifi', root: 'interface/wifi', stack: 'wifi-capsman' },
] as const

export interface NewEntry {
  mac?: string
  name?: string
  action?: 'allow' | 'block'
  schedule?: object | null
  rate_down_kbps?: number | null
  rate_up_kbps?: number | null
  vlan_id?: number | null
  passphrase?: string
  is_enabled?: boolean
  rank?: number
}

/** `4C:5E:0C:00:00:07` */
export const numberedMac = (n: number): string =>
  `4C:5E:0C:${[16, 8, 0].map((by) => ((n >> by) & 255).toString(16).padStart(2, '0')).join(':')}`.toUpperCase()

/** `setupDeviceFixture`, plus sites with entries of access control. */
export async function setupAccessListFixture() {
  const fixture = await setupDeviceFixture()
  const { system } = fixture
  let serial = 0
  return {
    ...fixture,

    site: () =>
      system(async (tx) => {
        const { rows } = await sql<{ id: number }>`
          insert into site (company_id, name) values (${fixture.ids['client']}, ${`Site ${++serial}`}) returning id`.execute(
          tx,
        )
        return (rows[0] as { id: number }).id
      }),

    entry: (site: number, of: NewEntry = {}) =>
      system(async (tx) => {
        const n = ++serial
        const { rows } = await sql<{ id: number }>`
          insert into access_control (company_id, site_id, mac, name, action, schedule, rate_down_kbps, rate_up_kbps, vlan_id, is_enabled, rank)
          values (${fixture.ids['client']}, ${site}, ${of.mac ?? numberedMac(n)}, ${of.name ?? `Device ${n}`}, ${of.action ?? 'block'},
            ${of.schedule ? JSON.stringify(of.schedule) : null}::jsonb, ${of.rate_down_kbps ?? null}, ${of.rate_up_kbps ?? null}, ${of.vlan_id ?? null},
            ${of.is_enabled ?? true}, ${of.rank ?? n}) returning id`.execute(tx)
        const { id } = rows[0] as { id: number }
        if (of.passphrase !== undefined)
          await sql`update access_control set passphrase = ${seal(testKey, of.passphrase, accessContext(id))},
            passphrase_digest = ${passphraseDigest(testKey, of.passphrase)} where id = ${id}`.execute(tx)
        return id
      }),

    order: (hardware_id: number, stack: string): CommandRequest => ({
      hardware_id,
      kind: 'wifi',
      input: { action: 'access', stack },
    }),
  }
}

/** Requests that have changed an access list. */
export const accessWrites = (sim: Simulator, menu: string): number =>
  sim.commands.filter(({ words }) =>
    ['add', 'set', 'remove', 'move', 'unset'].some((verb) => words[0] === `/${menu}/${verb}`),
  ).length
