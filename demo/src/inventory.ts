import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '@trunkline/server/db/pool'
import { makeCatalogue } from '@trunkline/server/features/hardware/catalogue'
import { writeLicences } from './licences.ts'
import type { DemoEvent, PlannedCompany } from './plan.ts'

const day = 86_400_000
const idOf = (row: { id?: number }) => row.id as number
const leadOf = (company: PlannedCompany) => company.users[0] ?? null

/** Coordinates of the demo's towns. */
const positions: Record<string, [latitude: number, longitude: number]> = {
  London: [51.5226, -0.084],
  Manchester: [53.4794, -2.2453],
  Leeds: [53.7965, -1.5478],
  Sheffield: [53.3811, -1.4701],
  Bristol: [51.4538, -2.5973],
  Birmingham: [52.4796, -1.9026],
  Edinburgh: [55.9533, -3.1883],
  Glasgow: [55.8609, -4.2514],
  Liverpool: [53.4084, -2.9916],
  'Newcastle upon Tyne': [54.9783, -1.6178],
  Cardiff: [51.4816, -3.1791],
  München: [48.1351, 11.582],
  Berlin: [52.517, 13.3889],
  Hamburg: [53.5511, 9.9937],
  Köln: [50.9375, 6.9603],
  'Frankfurt am Main': [50.1109, 8.6821],
  Wien: [48.2082, 16.3738],
  Zürich: [47.3769, 8.5417],
  Lyon: [45.764, 4.8357],
}

const siteNames = {
  en: ['Main building', 'Annexe', 'Warehouse'],
  de: ['Haupthaus', 'Nebengebäude', 'Lager'],
}
const deviceNames = {
  en: { router: 'Router', ap: 'Access point', switch: 'Switch', lte: 'LTE backup' },
  de: { router: 'Router', ap: 'Access Point', switch: 'Switch', lte: 'LTE-Ersatzleitung' },
}

/** Product codes of the catalogue, by their role in the demo. */
const codes = {
  router: ['RB5009UG+S+IN', 'C53UiG+5HPaxD2HPaxD', 'RB4011iGS+RM', 'C52iG-5HaxD2HaxD-TC'],
  ap: ['cAPGi-5HaxD2HaxD', 'RBcAPGi-5acD2nD', 'wAPG-5HaxD2HaxD'],
  switch: ['CRS328-24P-4S+RM'],
  lte: ['L41G-2axD&FG621-EA', 'S53UG+5HaxD2HaxD-TC&EG18-EA'],
}
type Use = keyof typeof codes

/** Serial number prefix of the demo's devices. */
export const serialPrefix = 'HKD0'
const serialOf = (n: number) => `${serialPrefix}${(n * 7919 + 4096).toString(16).toUpperCase().padStart(6, '0')}`
/** Some devices are offline. */
const isThere = (n: number) => n % 9 !== 4

/** Whether a simulated router runs for the device with this serial number. */
export const isReachable = (serial: string): boolean =>
  isThere((Number.parseInt(serial.slice(serialPrefix.length), 16) - 4096) / 7919)

interface PlannedDevice {
  name: string
  code: string
  serial: string
  mac: string
  /** Index of its site in the company; null: in stock. */
  site: number | null
  /** Time of `is_online`. */
  online: boolean | null
  warranty: string
}

let created = 0
/** The next device; the same sequence in every installation. */
function device(use: Use, name: string, site: number | null, now: number): PlannedDevice {
  const n = created++
  const list = codes[use]
  return {
    name,
    code: list[n % list.length] as string,
    serial: serialOf(n),
    mac: `48:a9:8a:${[n >> 8, n & 255, (n * 37) & 255].map((byte) => byte.toString(16).padStart(2, '0')).join(':')}`,
    site,
    online: site === null || n % 17 === 5 ? null : isThere(n),
    warranty: new Date(now + ((n * 53) % 700) * day - 40 * day).toISOString().slice(0, 10),
  }
}

/** Sites of a client: one to three, some of them outside the town centre. */
function sitesOf(company: PlannedCompany, index: number) {
  const { place } = company
  const [latitude, longitude] = positions[place.city] ?? [null, null]
  const names = siteNames[place.locale]
  return names.slice(0, 1 + (index % 5 === 1 ? 2 : index % 2)).map((name, n) => {
    const off = (by: number) => (((index * 29 + n * by) % 17) - 8) / 400
    return {
      name,
      address: n === 0 ? company.street : `${company.street.replace(/\d+$/, '')}${7 + index + n * 12}`,
      latitude: latitude === null ? null : latitude + off(7),
      longitude: longitude === null ? null : longitude + 1.6 * off(11),
    }
  })
}

async function writeSites(tx: Tx, company: PlannedCompany, index: number, at: number): Promise<number[]> {
  const { place } = company
  const list = sitesOf(company, index)
  const contact = company.users[0]
  const { rows } = await sql<{ id: number }>`
    insert into site (company_id, name, address_line_1, latitude, longitude, city, region, postcode, county_iso_code, time_zone,
      phone_country_code, phone_number, contact_name, contact_email, created_at, updated_at)
    select ${idOf(company)}, s.name, s.address, s.latitude, s.longitude, ${place.city}, ${place.region}, ${place.postcode}, ${place.country}, ${place.time_zone},
      ${company.telephone?.[0] ?? null}, ${company.telephone?.[1] ?? null}, ${contact === undefined ? null : `${contact.first_name} ${contact.last_name}`},
      ${contact?.email ?? null}, to_timestamp(${at / 1000}), to_timestamp(${at / 1000})
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as s(name text, address text, latitude float8, longitude float8) returning id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Inserts the devices of a company in one statement, skipping models that the catalogue lacks, and their readings in
 * another.
 */
async function writeDevices(
  tx: Tx,
  company: PlannedCompany,
  devices: readonly PlannedDevice[],
  sites: readonly number[],
  at: number,
): Promise<void> {
  const list = devices.map((one) => ({ ...one, site_id: one.site === null ? null : (sites[one.site] ?? null) }))
  await sql`
    with made as (
      insert into hardware (company_id, site_id, model_id, name, serial_number, mac, warranty_expiry_at, is_online, created_at, updated_at)
      select ${idOf(company)}, d.site_id, m.id, d.name, d.serial, d.mac, d.warranty, d.online, to_timestamp(${at / 1000}), to_timestamp(${at / 1000})
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as d(name text, code text, serial text, mac macaddr, site_id bigint, online boolean, warranty date)
      join hardware_model m on m.code = d.code and m.deleted_at is null
      returning id, name, model_id, serial_number, is_online)
    insert into hardware_state (hardware_id, polled_at, identity, board, serial_number, routeros_version, firmware, uptime_seconds, cpu_load, memory_total, memory_free, last_error, last_error_at)
    select h.id, now() - case when h.is_online then interval '20 seconds' else interval '31 hours' end, ${company.domain.replace(/\.example$/, '')} || ' ' || h.name, m.code, h.serial_number,
      (array['7.16.2', '7.16.2', '7.15.3', '6.49.17'])[1 + h.id % 4], (array['7.16.2', '7.15.3', '6.49.17'])[1 + h.id % 3], 86400 * (2 + h.id % 90) + 3600 * (h.id % 23),
      2 + h.id * 7 % 38, 1073741824, 1073741824 / 100 * (35 + h.id % 40),
      case when not h.is_online then ${JSON.stringify(message('device.no_answer'))}::jsonb end, case when not h.is_online then now() - interval '10 minutes' end
    from made h join hardware_model m on m.id = h.model_id where h.is_online is not null`.execute(tx)
  // A trigger recorded the insert as the time at which each device went online or offline.
  await sql`
    update hardware h set online_changed_at = case when h.is_online then now() - make_interval(secs => s.uptime_seconds) else s.polled_at end
    from hardware_state s where s.hardware_id = h.id and h.company_id = ${idOf(company)}`.execute(tx)
}

function clientDevices(company: PlannedCompany, index: number, sites: number, now: number): PlannedDevice[] {
  const names = deviceNames[company.place.locale]
  return Array.from({ length: sites }, (_, site) => {
    const list = [device('router', names.router, site, now)]
    for (let n = 0; n < 1 + ((index + site) % 3); n++) list.push(device('ap', `${names.ap} ${n + 1}`, site, now))
    if ((index + site) % 2 === 0) list.push(device('switch', names.switch, site, now))
    if ((index + site) % 4 === 1) list.push(device('lte', names.lte, site, now))
    return list
  }).flat()
}

/** A reseller's stock. */
function stockOf(company: PlannedCompany, index: number, now: number): PlannedDevice[] {
  const uses: Use[] = ['router', 'ap', 'ap', 'switch', 'lte', 'router']
  const word = company.place.locale === 'de' ? 'Lagerware' : 'Stock'
  return uses.slice(0, 4 + (index % 3)).map((use, n) => device(use, `${word} ${n + 1}`, null, now))
}

/**
 * Sites of the demo's clients with their hardware, in chronological order: the catalogue, one or
 * more sites per client with devices, the stock of resellers, and licences for the panel.
 */
export function inventoryEvents(companies: readonly PlannedCompany[], now: number): DemoEvent[] {
  created = 0
  const provider = companies[0] as PlannedCompany
  const list: DemoEvent[] = [
    { at: provider.created + day / 4, by: leadOf(provider), write: makeCatalogue },
    { at: now - 3 * day, by: leadOf(provider), write: (tx) => writeLicences(tx, companies, now) },
  ]
  const clients = companies.filter(({ type, state }) => type === 'client' && state !== 'trashed')
  for (const [index, company] of clients.entries()) {
    const at = company.created + 2 * day
    list.push({
      at,
      by: leadOf(company.parent as PlannedCompany),
      write: async (tx) => {
        const sites = await writeSites(tx, company, index, at)
        await writeDevices(tx, company, clientDevices(company, index, sites.length, now), sites, at)
      },
    })
  }
  const resellers = companies.filter(({ type, state }) => type === 'reseller' && state === undefined)
  for (const [index, company] of resellers.entries()) {
    const at = company.created + 3 * day
    list.push({
      at,
      by: leadOf(company),
      write: (tx) => writeDevices(tx, company, stockOf(company, index, now), [], at),
    })
  }
  return list
}
