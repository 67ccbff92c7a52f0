import { sql } from 'kysely'
import { saveOutcomes } from '../devices/save-outcomes.ts'
import { setupFixture, type Fixture } from './describe-resource.ts'
import { createDevice } from './devices/create-device.ts'
import { createUser, type ApiCall } from './panel.ts'
import { createSession } from './sessions/create-session.ts'

/** A customer with everything that support may be asked about, in the company `client`. */
export interface SupportFixture extends Fixture {
  ids: { user: number; site: number; service: number; router: number }
  /** The end of the last session of the service, as local time of the callers (UTC). */
  ended: string
}

const hour = 3_600_000

const lease = (of: { mac: string; address: string; host_name: string | null; comment?: string }) => ({
  id: `*${of.address}`,
  client_id: null,
  server: 'dhcp1',
  status: 'bound',
  active_address: of.address,
  active_mac: of.mac,
  expires_in_seconds: 600,
  last_seen_seconds: 5,
  lease_time_seconds: 600,
  rate_limit: null,
  blocked: false,
  disabled: false,
  dynamic: true,
  comment: null,
  ...of,
})

/** Reads the customer's router, as the poller stores it. */
export const storeReadings = (fixture: Fixture, router: number, leases: unknown[], at = new Date()) =>
  fixture.panel.sql((tx) =>
    saveOutcomes(tx, [
      {
        hardware_id: router,
        at,
        error: null,
        state: { identity: 'harbour-gw', wan_address: '198.51.100.77' },
        menus: {
          'ip/dhcp-server/lease': leases,
          'wifi/registration': [
            { id: '*1', mac: '7E:11:22:33:44:55', interface: 'wifi1', stack: 'wifi', ssid: 'Harbour' },
          ],
          'wifi/access-list': [
            { id: '*2', mac: '0A:0B:0C:0D:0E:0F', action: 'reject', comment: 'Stolen phone', disabled: false },
          ],
        },
      },
    ]),
  )

export const customerLeases = [
  lease({ mac: '7E:11:22:33:44:55', address: '192.168.88.21', host_name: 'annas-iphone' }),
  lease({ mac: '3C:2A:F4:AA:00:10', address: '192.168.88.30', host_name: null, comment: 'Office printer' }),
]

export async function setupSupport(): Promise<SupportFixture> {
  const fixture = await setupFixture()
  const { companies, panel } = fixture
  const ended = new Date(Math.floor(Date.now() / 1000) * 1000 - 48 * hour)
  const ids = await panel.sql(async (tx) => {
    await tx
      .updateTable('company')
      .set({
        name: 'Harbour Hotel',
        legal_name: 'Calder Hospitality Ltd',
        email: 'desk@harbour.example',
        city: 'Leeds',
        postcode: 'LS1 4DY',
        vat_number: 'GB123456789',
        phone_country_code: '44',
        phone_number: '1134960898',
      })
      .where('id', '=', companies.client)
      .execute()
    const user = await createUser(tx, {
      company_id: companies.client,
      role: 'editor',
      first_name: 'Anna',
      email: 'anna.smith@harbour.example',
    })
    await tx
      .updateTable('app_user')
      .set({ last_name: 'Smith', phone_country_code: '44', phone_number: '7700900123' })
      .where('id', '=', user.id)
      .execute()
    const site = await tx
      .insertInto('site')
      .values({
        company_id: companies.client,
        name: 'Boathouse',
        address_line_1: '7 Quay Street',
        postcode: 'HU1 2AB',
        city: 'Hull',
        contact_name: 'Peter Quint',
        contact_email: 'peter@boathouse.example',
        phone_country_code: '44',
        phone_number: '1482305555',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const router = await createDevice(tx, {
      company_id: companies.client,
      site_id: site.id,
      name: 'Boathouse router',
      serial_number: 'HEX08QX9ABC',
      address: '10.20.30.40',
    })
    await tx.updateTable('hardware').set({ mac: '4c:5e:0c:12:ab:cd' }).where('id', '=', router).execute()
    const one = async (statement: ReturnType<typeof sql<{ id: number }>>) =>
      (await statement.execute(tx)).rows[0]?.id as number
    const tariff = await one(
      sql`insert into tariff (company_id, name, currency, price) values (${companies.master}, 'Harbour fibre 100', 'EUR', 39.9) returning id`,
    )
    const nas = await one(
      sql`insert into nas (company_id, name, address, secret, region) values (${companies.master}, 'Leeds BNG', '192.0.2.1', '\\x00', 'North') returning id`,
    )
    const service = await one(
      sql`insert into service (kind, company_id, username, name, password, tariff_id, address, calling_station, status) values
        ('service', ${companies.client}, 'harbour-17@isp', 'Lobby', '\\x00', ${tariff}, '203.0.113.17', '00-0C-42-9A-BC-DE', 'active') returning id`,
    )
    const ipoe = await one(
      sql`insert into service (kind, company_id, username, name, tariff_id, auth_method, mac, status) values
        ('service', ${companies.client}, 'harbour-attic', 'Attic', ${tariff}, 'mac', '48:8f:5a:00:11:22', 'active') returning id`,
    )
    await sql`insert into service (kind, company_id, username, name, password, tariff_id, status) values
      ('vpn-dialup', ${companies.client}, 'boathouse-vpn', '', '\\x00', ${tariff}, 'suspended')`.execute(tx)
    await createSession(tx, {
      service_id: service,
      nas_id: nas,
      started_at: new Date(ended.getTime() - hour),
      stopped_at: ended,
      ip: '198.51.100.7',
      calling: 'AA:BB:CC:00:00:01',
    })
    await createSession(tx, {
      service_id: ipoe,
      nas_id: nas,
      started_at: new Date(Date.now() - hour),
      ip: '198.51.100.9',
      calling: '488f.5a00.1122',
    })
    await sql`update session_live set acct_session_id = '6b034464'`.execute(tx)
    await sql`update session_closed set acct_session_id = '81D000AF'`.execute(tx)
    await sql`insert into licence (company_id, key, category, permissions, expires_on) values
      (${companies.client}, 'TL-A28FX-Y2D28-QMB9F-Q1DHD', 'wifi', '{wifi}', current_date + 30)`.execute(tx)
    await sql`insert into access_control (company_id, site_id, mac, name, action, rank) values
      (${companies.client}, ${site.id}, 'a4:b1:97:00:00:09', 'Stolen tablet', 'block', 1)`.execute(tx)
    await sql`insert into invitation (company_id, email, role, token_hash, invited_by_id, expires_at) values
      (${companies.client}, 'new@harbour.example', 'editor', '\\x00', ${user.id}, now() + interval '1 day')`.execute(tx)
    return { user: user.id, site: site.id, service, router }
  })
  await storeReadings(fixture, ids.router, customerLeases)
  const provider = await fixture.as('provider')
  await createSubnets(provider, companies)
  return { ...fixture, ids, ended: ended.toISOString().slice(0, 16).replace('T', ' ') }
}

/** A subnet of the customer with one address that is in use. */
async function createSubnets(provider: ApiCall, companies: Fixture['companies']): Promise<void> {
  const store = async (path: string, body: object) => {
    const reply = await provider('POST', path, body)
    if (reply.status !== 201) throw new Error(reply.text)
    return reply.body.data.id as number
  }
  await store('/network/subnet/store', { net: '203.0.112.0/22', type: 'container', name: 'Public block' })
  const net = await store('/network/subnet/store', {
    net: '203.0.113.0/24',
    type: 'network',
    name: 'Harbour customers',
    company_id: companies.client,
  })
  await store(`/network/subnet/${net}/ips/store`, {
    ip: '203.0.113.99',
    company_id: companies.client,
    dns_name: 'mail.harbour.example',
  })
}
