import { sql } from 'kysely'
import type { Tx } from '@trunkline/server/db/pool'
import { passphraseDigest } from '@trunkline/server/devices/wifi/digest'
import { seal } from '@trunkline/server/secrets'
import { serialPrefix } from './inventory.ts'
import type { DemoEvent, PlannedCompany } from './plan.ts'

const day = 86_400_000

/** The networks of the demo's simulated routers. */
const passphrases = { home: 'correct-horse-42', guests: 'guests-welcome' }

interface Router {
  id: number
  stack: 'caps-man' | 'wifi-capsman'
}

/**
 * Networks of the simulated routers, so that the panel manages them from the start; the guest network of every third
 * router has another VLAN in the panel, which is reported as a difference and can be applied.
 */
const networksOf = ({ id, stack }: Router, n: number) => [
  {
    hardware_id: id,
    stack,
    profile: 'home-2',
    ssid: 'Home',
    encryption: stack === 'caps-man' ? 'wpa2' : 'wpa2-wpa3',
    passphrase: passphrases.home,
    channel_width: stack === 'caps-man' ? null : 80,
    frequencies: [2412, 2437, 2462],
    vlan_id: null,
    client_isolation: false,
    is_guest: false,
  },
  {
    hardware_id: id,
    stack,
    profile: 'guests',
    ssid: 'Guests',
    encryption: 'wpa2',
    passphrase: passphrases.guests,
    channel_width: null,
    frequencies: [],
    vlan_id: n % 3 === 1 ? 30 : 20,
    client_isolation: true,
    is_guest: true,
  },
]

/** Access list of each site with such a router; MAC addresses of two manufacturers, different ones per site. */
const entries = [
  { action: 'block', mac: 'a4b197', schedule: null, en: 'Stolen tablet', de: 'Gestohlenes Tablet' },
  { action: 'allow', mac: '4c5e0c', schedule: null, en: 'Printer', de: 'Drucker' },
  {
    action: 'block',
    mac: 'a4b197',
    schedule: { days: ['mon', 'tue', 'wed', 'thu', 'sun'], from: '21:00', until: '06:00' },
    en: 'Games console at night',
    de: 'Spielkonsole bei Nacht',
  },
] as const

/**
 * Wi-Fi settings of the demo's sites: networks of their routers, and access lists.
 * @param key encrypts the passphrases
 */
export function wifiEvent(companies: readonly PlannedCompany[], key: Buffer, now: number): DemoEvent {
  return { at: now - day, by: companies[0]?.users[0] ?? null, write: (tx) => writeWifi(tx, key) }
}

async function writeWifi(tx: Tx, key: Buffer): Promise<void> {
  // The controller of a simulated router depends on its version and model, as in routers.ts.
  const { rows } = await sql<Router>`
    select h.id, case when s.routeros_version like '6.%' or m.code ~ 'acD|RB4011' then 'caps-man' else 'wifi-capsman' end as stack
    from hardware h join hardware_state s on s.hardware_id = h.id join hardware_model m on m.id = h.model_id
    where h.serial_number like ${`${serialPrefix}%`} and h.site_id is not null and h.name = 'Router' order by h.id`.execute(
    tx,
  )
  const networks = rows.flatMap(networksOf).map(({ passphrase, ...one }) => ({
    ...one,
    digest: passphraseDigest(key, passphrase),
  }))
  const created = await sql<{ id: number; profile: string }>`
    insert into wifi_setting (company_id, hardware_id, stack, profile, ssid, encryption, passphrase_digest, bands, channel_width, frequencies, country, vlan_id, client_isolation, is_guest)
    select h.company_id, h.id, n.stack, n.profile, n.ssid, n.encryption, n.digest, '{2ghz,5ghz}', n.channel_width, n.frequencies, 'DE', n.vlan_id, n.client_isolation, n.is_guest
    from jsonb_to_recordset(${JSON.stringify(networks)}::jsonb) as n(hardware_id bigint, stack text, profile text, ssid text, encryption text,
        digest text, channel_width smallint, frequencies int[], vlan_id smallint, client_isolation boolean, is_guest boolean)
      join hardware h on h.id = n.hardware_id
    returning id, profile`.execute(tx)
  const sealed = created.rows.map(({ id, profile }) => ({
    id,
    passphrase: seal(key, profile === 'guests' ? passphrases.guests : passphrases.home, `wifi-setting:${id}`).toString(
      'hex',
    ),
  }))
  await sql`
    update wifi_setting w set passphrase = decode(s.passphrase, 'hex')
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as s(id bigint, passphrase text) where s.id = w.id`.execute(
    tx,
  )
  await sql`
    insert into access_control (company_id, site_id, mac, name, action, schedule, rank)
    select h.company_id, h.site_id, (e.value ->> 'mac' || lpad(to_hex(h.site_id * 8 + e.place), 6, '0'))::macaddr,
      case when c.locale = 'de' then e.value ->> 'de' else e.value ->> 'en' end, e.value ->> 'action', nullif(e.value -> 'schedule', 'null'), 1024 * e.place
    from (select distinct company_id, site_id from hardware where id = any (${rows.map(({ id }) => id)}::bigint[])) h join company c on c.id = h.company_id,
      jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality as e(value, place) order by h.site_id, e.place`.execute(
    tx,
  )
}
