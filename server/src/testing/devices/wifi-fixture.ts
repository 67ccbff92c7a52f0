import type { WifiNetwork } from '@trunkline/contract/resources/wifi-shapes'
import type { Simulator, SimulatorOptions } from '@trunkline/simulator'
import { sql } from 'kysely'
import { seal } from '../../secrets.ts'
import { testKey } from './create-device.ts'
import type { DeviceService } from '../../devices/device-service.ts'
import { setupDeviceFixture, type CommandSeen } from './device-fixture.ts'
import { passphraseDigest } from '../../devices/wifi/digest.ts'
import { settingContext } from '../../devices/wifi/setting.ts'
import { wifiMenus, type SeenNetwork, type WifiInput, type WifiReading } from '../../devices/wifi/shapes.ts'

export type Stack = WifiInput['stack']

/** The network `Home` of the simulator's personalities, for tests that change one setting of it. */
export const home: Record<Stack, Partial<WifiNetwork> & { profile: string }> = {
  'wifi-capsman': {
    profile: 'home-2',
    encryption: 'wpa2-wpa3',
    channel_width: 80,
    frequencies: [2412, 2437, 2462],
    country: 'DE',
  },
  'caps-man': { profile: 'home-2', encryption: 'wpa2', frequencies: [2412, 2437, 2462], country: 'DE' },
  'local-wireless': {
    profile: 'wlan1',
    encryption: 'wpa2',
    bands: ['2ghz'],
    channel_width: 40,
    frequencies: [2437],
    country: 'DE',
  },
  'local-wifi': { profile: 'wifi1', encryption: 'wpa2' },
}

export const guests: Partial<WifiNetwork> & { profile: string } = {
  profile: 'guests',
  ssid: 'Guests',
  encryption: 'wpa2',
  country: 'DE',
  vlan_id: 20,
}

/** The wanted settings of a test, on top of `Home`. */
export type DesiredNetwork = Partial<WifiNetwork> & { profile?: string | null; passphrase?: string | null }

/** Devices with Wi-Fi: their settings, commands and readings. */
export async function setupWifiFixture() {
  const fixture = await setupDeviceFixture()
  const { system } = fixture

  async function setting(hardware_id: number, stack: Stack, desired: DesiredNetwork): Promise<number> {
    const of = { ssid: 'Home', is_enabled: true, hidden: false, encryption: 'wpa2', bands: [], ...desired }
    const passphrase = desired.passphrase === undefined ? 'correct-horse-42' : desired.passphrase
    return system(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into wifi_setting (company_id, hardware_id, stack, profile, ssid, is_enabled, hidden, encryption, bands, channel_width,
            frequencies, country, vlan_id, client_isolation)
          select company_id, id, ${stack}, ${desired.profile ?? null}, ${of.ssid}, ${of.is_enabled}, ${of.hidden}, ${of.encryption},
            ${of.bands}::text[], ${desired.channel_width ?? null}, ${desired.frequencies ?? []}::int[], ${desired.country ?? null},
            ${desired.vlan_id ?? null}, ${desired.client_isolation ?? false}
          from hardware where id = ${hardware_id} returning id`.execute(tx)
      const id = rows[0]?.id as number
      if (passphrase !== null) await storePassphrase(id, passphrase, tx)
      return id
    })
  }

  const storePassphrase = (id: number, text: string, tx: Parameters<Parameters<typeof system>[0]>[0]) =>
    sql`update wifi_setting set passphrase = ${seal(testKey, text, settingContext(id))},
      passphrase_digest = ${passphraseDigest(testKey, text)} where id = ${id}`.execute(tx)

  const order = (hardware_id: number, input: WifiInput) => ({
    hardware_id,
    kind: 'wifi' as const,
    target: 'wifi',
    verb: input.action,
    input: { ...input },
  })

  const act = (devices: DeviceService, hardware_id: number, input: WifiInput): Promise<CommandSeen> =>
    fixture.runCommand(devices, order(hardware_id, input))

  /** A simulator with a device and a device service. */
  async function begin(of: SimulatorOptions = {}) {
    const devices = fixture.createService()
    const sim = await fixture.router(of)
    const id = await fixture.device({ router: sim })
    return { devices, sim, id }
  }

  /** The last stored reading. */
  async function reading(devices: DeviceService, hardware_id: number): Promise<WifiReading> {
    const last = await system((tx) => devices.last(tx, hardware_id, wifiMenus.state))
    return last?.rows as WifiReading
  }

  const network = async (devices: DeviceService, hardware_id: number, ssid: string): Promise<SeenNetwork | undefined> =>
    (await reading(devices, hardware_id)).systems.flatMap((one) => one.networks).find((one) => one.ssid === ssid)

  const stored = (id: number) =>
    system(async (tx) => {
      const { rows } = await sql<Record<string, unknown>>`select * from wifi_setting where id = ${id}`.execute(tx)
      return rows[0]
    })

  /** Changes the wanted settings, as a form of the panel would. */
  const want = (id: number, { bands, ssid, frequencies, passphrase }: DesiredNetwork) =>
    system(async (tx) => {
      if (bands !== undefined) await sql`update wifi_setting set bands = ${bands}::text[] where id = ${id}`.execute(tx)
      if (frequencies !== undefined)
        await sql`update wifi_setting set frequencies = ${frequencies}::int[] where id = ${id}`.execute(tx)
      if (ssid !== undefined) await sql`update wifi_setting set ssid = ${ssid} where id = ${id}`.execute(tx)
      if (typeof passphrase === 'string') await storePassphrase(id, passphrase, tx)
    })

  return { ...fixture, want, setting, order, act, begin, reading, network, storedReading: stored, storePassphrase }
}

/** The writes that a simulator received, except to files: a backup before a command creates some. */
export const writesOf = (sim: Simulator): string[] =>
  sim.commands.flatMap(({ words: [path = ''] }) =>
    /\/(add|set|remove|unset|move|provision)$/.test(path) && !path.startsWith('/file/') ? [path] : [],
  )
