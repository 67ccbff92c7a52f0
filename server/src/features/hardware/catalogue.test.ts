import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createSignUpLink } from '../../access/register.ts'
import { createCompany, createUser, startTestPanel, type TestPanel } from '../../testing/panel.ts'
import { syncCatalogue, manufacturers } from './catalogue.ts'

let panel: TestPanel
beforeEach(async () => {
  panel = await startTestPanel()
})
afterEach(() => panel.stop())

const root = () => panel.sql((tx) => createCompany(tx, { name: 'Provider', type: 'simrush' }))
const counts = () =>
  panel.sql(
    async (tx) =>
      (
        await sql<{ types: number; manufacturers: number; models: number }>`
          select (select count(*) from hardware_type) as types, (select count(*) from hardware_manufacturer) as manufacturers,
            (select count(*) from hardware_model) as models`.execute(tx)
      ).rows[0],
  )
const modelsOf = (name: string) =>
  Object.values(manufacturers.find((maker) => maker.name === name)?.models ?? {}).reduce(
    (sum, list) => sum + list.length,
    0,
  )

test('an installation starts with the device types, the models of MikroTik and common models of other manufacturers', async () => {
  const company_id = await root()
  await syncCatalogue(panel.databases)
  expect(modelsOf('MikroTik')).toBeGreaterThanOrEqual(60)
  const all = manufacturers.reduce((sum, { name }) => sum + modelsOf(name), 0)
  expect(all - modelsOf('MikroTik')).toBeGreaterThanOrEqual(40)
  expect(await counts()).toEqual({ types: 6, manufacturers: 9, models: all })
  const provider = await panel.as(await panel.sql((tx) => createUser(tx, { company_id, role: 'primary-admin' })))
  const { body } = await provider('GET', `/hardware/model/index?search=${encodeURIComponent('code:RB952Ui-5ac2nD')}`)
  expect(body.data).toHaveLength(1)
  expect(body.data[0]).toMatchObject({
    name: 'hAP ac lite',
    manufacturer_name: 'MikroTik',
    type_name: 'Router',
    kind: 'router',
    ethernet_ports: 5,
    radios: ['2.4', '5'],
    has_lte: false,
    warranty_months: 12,
    hardware_count: 0,
  })
})

test('no model is listed twice, and none has more PoE ports than ports', () => {
  for (const { name, models } of manufacturers) {
    const list = Object.values(models).flat()
    const names = list.map(([model]) => model.toLowerCase())
    const codes = list.flatMap(([, code]) => (code === null ? [] : [code]))
    expect(new Set(names).size, name).toBe(names.length)
    expect(new Set(codes).size, name).toBe(codes.length)
    for (const [model, , ethernet, of] of list) expect(of?.poe ?? 0, model).toBeLessThanOrEqual(ethernet)
  }
})

test('it is seeded once: rows that the provider deletes or renames are not created again', async () => {
  await root()
  await Promise.all([syncCatalogue(panel.databases), syncCatalogue(panel.databases)])
  await panel.sql(async (tx) => {
    await sql`update hardware_model set deleted_at = now() where name = 'hAP lite'`.execute(tx)
    await sql`update hardware_manufacturer set name = 'Mikrotik SIA' where name = 'MikroTik'`.execute(tx)
  })
  const before = await counts()
  await syncCatalogue(panel.databases)
  expect(await counts()).toEqual(before)
  expect(before?.manufacturers).toBe(9)
})

test('rows of the provider with the same names are not changed', async () => {
  const company_id = await root()
  await panel.sql((tx) =>
    sql`insert into hardware_manufacturer (company_id, name, notes) values (${company_id}, 'MIKROTIK', 'ours')`.execute(
      tx,
    ),
  )
  await syncCatalogue(panel.databases)
  const { rows } = await panel.sql((tx) =>
    sql<{
      notes: string | null
      models: number
    }>`select f.notes, (select count(*) from hardware_model m where m.manufacturer_id = f.id) as models
      from hardware_manufacturer f where lower(f.name) = 'mikrotik'`.execute(tx),
  )
  expect(rows).toEqual([{ notes: 'ours', models: modelsOf('MikroTik') }])
})

test("it is not seeded without a provider, but at the provider's sign-up", async () => {
  await syncCatalogue(panel.databases)
  expect(await counts()).toEqual({ types: 0, manufacturers: 0, models: 0 })
  const xsrf = 'x'.repeat(43)
  const { token, id } = await createSignUpLink(panel.databases)
  const reply = await panel.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { cookie: `XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf },
    payload: {
      token,
      id,
      email: 'first@provider.example',
      first_name: 'First',
      last_name: 'Person',
      password: 'a long sentence of seven words',
      company: { name: 'Provider', countyIsoCode: 'GB', currency: 'GBP' },
    },
  })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  await expect.poll(async () => (await counts())?.types).toBe(6)
})
