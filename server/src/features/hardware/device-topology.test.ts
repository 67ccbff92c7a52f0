import { deviceTopology } from '@trunkline/contract/resources/device-topology'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { deriveTopology } from '../../devices/topology/derive.ts'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
afterAll(() => fixture.stop())
const provider = await fixture.as('provider')
const client = await fixture.as('client')

const path = (call: 'show' | 'setUplinks', id: number) => deviceTopology[call].path.replace('{id}', String(id))
const show = async (as: ApiCall, id: number) => (await as('GET', path('show', id))).body.data
const system = fixture.panel.sql

/** A core of the provider with a device of a client and one of another company behind it, and their link. */
async function network() {
  const [core, leaf, other] = [
    await fixture.device({ company: 'provider', name: 'Core' }),
    await fixture.device({ company: 'client', name: 'Leaf' }),
    await fixture.device({ company: 'client', name: 'Other' }),
  ]
  await system(async (tx) => {
    await sql`
      insert into device_link (kind, a_id, a_port, b_id, b_port, found_by) values
        ('ethernet', ${core}, 'ether1', ${leaf}, 'ether1', '{lldp}'), ('ethernet', ${leaf}, 'ether2', ${other}, 'ether1', '{mndp}')`.execute(
      tx,
    )
    await sql`
      insert into device_link (kind, a_id, a_port, b_key, b_identity, b_address, found_by)
        values ('ethernet', ${leaf}, 'ether3', 'identity switch 192.0.2.9', 'switch', '192.0.2.9', '{mndp}')`.execute(
      tx,
    )
    await sql`
      insert into device_uplink (hardware_id, upstream_id, source) values (${leaf}, ${core}, 'derived'), (${other}, ${leaf}, 'derived')`.execute(
      tx,
    )
  })
  return { core, leaf, other }
}

test('a device shows its uplinks, its links and how many devices are behind it', async () => {
  const { core, leaf, other } = await network()
  expect(await show(provider, leaf)).toMatchObject({
    is_manual: false,
    uplinks: [{ id: core, name: 'Core', source: 'derived', is_backup: false }],
    links: [
      { a_name: 'Core', b_name: 'Leaf', a_port: 'ether1' },
      { a_name: 'Leaf', b_name: 'Other' },
      { b_id: null, b_name: 'switch' },
    ],
    behind: 1,
  })
  expect(await show(provider, core)).toMatchObject({ behind: 2, uplinks: [] })
  // The core is not visible to the client.
  const seen = await client('GET', path('show', leaf))
  expect(seen.body.data).toMatchObject({ uplinks: [], behind: 1, links: [{ b_id: other }, { b_name: 'switch' }] })
  expect(seen.text).not.toContain('Core')
  expect((await client('GET', path('show', core))).status).toBe(404)
})

test('the list of links is filtered, and leaves out those to devices that the caller cannot see', async () => {
  const { leaf, other } = await network()
  const list = async (as: ApiCall, query: string) => as('GET', `${deviceTopology.links.path}?${query}`)
  const own = await list(client, `search=a_id:${leaf}&perPage=100`)
  expect(own.status, own.text).toBe(200)
  expect(own.body.data.map((row: { b_id: number | null }) => row.b_id).toSorted()).toEqual([other, null].toSorted())
  expect((await list(client, 'perPage=100')).text).not.toContain('Core')
  await system((tx) => sql`update device_link set state = 'down' where b_id = ${other}`.execute(tx))
  const down = await list(provider, `search=state:down;a_id:${leaf}`)
  expect(down.body.data).toMatchObject([{ a_id: leaf, b_id: other, state: 'down' }])
})

test('uplinks that a user sets replace the derived ones until they are derived again, and are audited', async () => {
  const { core, leaf, other } = await network()
  const set = await provider('PUT', path('setUplinks', other), { upstream_ids: [core] })
  expect(set.status, set.text).toBe(200)
  expect(set.body.data).toMatchObject({ is_manual: true, uplinks: [{ id: core, source: 'manual' }] })
  await system((tx) => deriveTopology(tx, []))
  expect(await show(provider, other)).toMatchObject({ is_manual: true, uplinks: [{ id: core }] })
  expect(await show(provider, leaf)).toMatchObject({ behind: 0 })
  const { rows } = await system((tx) =>
    sql`select before, after from audit_log where subject = 'hardware' and object_id = ${other} and action = 'update' order by id desc limit 1`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([{ before: { upstream_ids: null }, after: { upstream_ids: [core] } }])
  const none = await provider('PUT', path('setUplinks', other), { upstream_ids: [] })
  expect(none.body.data).toMatchObject({ is_manual: true, uplinks: [] })
  expect((await provider('DELETE', path('setUplinks', other))).body.data).toMatchObject({ is_manual: false })
})

test('a device cannot be its own uplink, and one that the caller cannot see is no uplink', async () => {
  const { core, leaf } = await network()
  const itself = await provider('PUT', path('setUplinks', leaf), { upstream_ids: [core, leaf] })
  expect([itself.status, itself.body.error.messages['upstream_ids.1'].reason]).toEqual([422, 'device.uplink_to_itself'])
  const master = await fixture.as('master')
  const unseen = await master('PUT', path('setUplinks', leaf), { upstream_ids: [core] })
  expect(unseen.status).toBe(422)
  expect(unseen.text).not.toContain('Core')
  expect((await client('PUT', path('setUplinks', leaf), { upstream_ids: [] })).status).toBe(403)
})
