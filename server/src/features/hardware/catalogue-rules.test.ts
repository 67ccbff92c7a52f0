import { message } from '@trunkline/contract/errors'
import { replied } from '../../testing/messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { createManufacturer, createModel, createHardwareType } from '../../testing/hardware/create-catalogue.ts'
import { createUser, type ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, sibling: ApiCall
let type_id: number, manufacturer_id: number, model: number

beforeAll(async () => {
  fixture = await setupFixture()
  ;[provider, master, sibling] = (await Promise.all(
    (['provider', 'master', 'sibling'] as const).map((name) => fixture.as(name)),
  )) as [ApiCall, ApiCall, ApiCall]
  await fixture.panel.sql(async (tx) => {
    type_id = await createHardwareType(tx, { name: 'Router' })
    manufacturer_id = await createManufacturer(tx, { name: 'MikroTik' })
    model = await createModel(tx, { name: 'hAP', type_id, manufacturer_id })
  })
})
afterAll(() => fixture?.panel.stop())

const make = async (by: ApiCall, of: object) => {
  const reply = await by('POST', '/hardware/store', { name: 'x', model, ...of })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id as number
}

test('rows in use by models or devices cannot be deleted, and the error counts them', async () => {
  const id = await make(sibling, { serial_number: 'A1' })
  const [models, devices] = [message('catalogue.models', { count: 1 }), message('catalogue.devices', { count: 1 })]
  for (const [path, name, uses, details] of [
    [`type/${type_id}`, 'Router', [models, devices], { models: 1, hardware: 1, files: 0 }],
    [`manufacturer/${manufacturer_id}`, 'MikroTik', [models, devices], { models: 1, hardware: 1, files: 0 }],
    [`model/${model}`, 'hAP', [devices], { models: 0, hardware: 1, files: 0 }],
  ] as const) {
    const reply = await provider('DELETE', `/hardware/${path}/destroy`)
    expect([reply.status, reply.body.error]).toMatchObject([
      409,
      { ...replied('catalogue.in_use', { name, uses }), details },
    ])
  }
  await sibling('DELETE', `/hardware/${id}/destroy`)
  expect((await provider('DELETE', `/hardware/model/${model}/destroy`)).status).toBe(204)
  expect((await provider('PUT', `/hardware/model/${model}/recover`)).status).toBe(200)
})

test('a model cannot be restored or created under a type or manufacturer in the trash', async () => {
  const [type, maker] = await fixture.panel.sql(async (tx) => [
    await createHardwareType(tx, { name: 'Old type' }),
    await createManufacturer(tx, { name: 'Old maker' }),
  ])
  const body = { name: 'Old model', type, manufacturer: maker }
  const id = (await provider('POST', '/hardware/model/store', body)).body.data.id
  await provider('DELETE', `/hardware/model/${id}/destroy`)
  expect((await provider('DELETE', `/hardware/type/${type}/destroy`)).status).toBe(204)
  const recover = () => provider('PUT', `/hardware/model/${id}/recover`)
  expect((await recover()).body.error).toMatchObject(message('row.in_trash', { name: 'Old type' }))
  await provider('PUT', `/hardware/type/${type}/recover`)
  await provider('DELETE', `/hardware/manufacturer/${maker}/destroy`)
  expect((await recover()).body.error).toMatchObject(message('row.in_trash', { name: 'Old maker' }))
  const fresh = await provider('POST', '/hardware/model/store', { ...body, name: 'New model' })
  expect(fresh.body.error.messages).toEqual({ manufacturer: replied('row.missing', { kind: 'hardware-manufacturer' }) })
  await provider('PUT', `/hardware/manufacturer/${maker}/recover`)
  expect((await recover()).status).toBe(200)
})

test('the device count of a model covers visible devices, in the list, its page and the export', async () => {
  const counted = await fixture.panel.sql((tx) => createModel(tx, { name: 'Counted' }))
  await make(master, { model: counted })
  await make(master, { model: counted, company_id: fixture.companies.client })
  await make(sibling, { model: counted })
  const gone = await make(master, { model: counted })
  await master('DELETE', `/hardware/${gone}/destroy`)
  for (const [who, count] of [
    [provider, 3],
    [master, 2],
    [sibling, 1],
    [await fixture.as('client'), 1],
    [await fixture.as('foreign'), 0],
  ] as const) {
    expect((await who('GET', '/hardware/model/index?search=name:Counted')).body.data[0].hardware_count).toBe(count)
    expect((await who('GET', `/hardware/model/${counted}/show`)).body.data.hardware_count).toBe(count)
    const lines = (await who('GET', '/hardware/model/index?search=name:Counted&export=csv')).text.trim().split('\r\n')
    expect(lines[0]).toContain('hardware_count')
    const at = lines[0]!.split(',').indexOf('"hardware_count"')
    expect(lines[1]!.split(',')[at]).toBe(`"${count}"`)
  }
})

test('a model that changes its manufacturer updates its devices, unless a serial number would be duplicated', async () => {
  const [from, to] = await fixture.panel.sql(async (tx) => [await createManufacturer(tx), await createManufacturer(tx)])
  const [moving, there] = await fixture.panel.sql(async (tx) => [
    await createModel(tx, { manufacturer_id: from, type_id }),
    await createModel(tx, { manufacturer_id: to, type_id }),
  ])
  const id = await make(master, { model: moving, serial_number: 'same' })
  const other = await make(sibling, { model: there, serial_number: 'SAME' })
  const reply = await provider('PUT', `/hardware/model/${moving}/update`, { manufacturer: to })
  expect([reply.status, reply.body.error.messages]).toEqual([
    409,
    { manufacturer: replied('hardware.serials_conflict') },
  ])
  await sibling('PUT', `/hardware/${other}/update`, { serial_number: 'other' })
  const { version } = (await master('GET', `/hardware/${id}/show`)).body.data
  expect((await provider('PUT', `/hardware/model/${moving}/update`, { manufacturer: to })).status).toBe(200)
  expect((await master('GET', `/hardware/${id}/show`)).body.data).toMatchObject({ manufacturer: to, version })
})

test('a name is unique in any case, and the error is at the name', async () => {
  for (const [path, body] of [
    ['type', { name: 'ROUTER' }],
    ['manufacturer', { name: 'mikrotik' }],
    ['model', { name: 'HAP', type: type_id, manufacturer: manufacturer_id }],
  ] as const) {
    const reply = await provider('POST', `/hardware/${path}/store`, body)
    expect([reply.status, reply.body.error.messages]).toEqual([409, { name: replied('catalogue.name_taken') }])
  }
})

test("options and lookups list live rows in the caller's language", async () => {
  const german = await fixture.panel.sql(async (tx) => {
    const user = await createUser(tx, { company_id: fixture.companies.sibling, role: 'editor' })
    await sql`update app_user set locale = 'de' where id = ${user.id}`.execute(tx)
    return user
  })
  const { body } = await (await fixture.panel.as(german))('GET', '/hardware/model/options')
  expect(body.data.types).toContainEqual({ id: type_id, name: 'Router', kind: 'router' })
  expect(body.data.kinds).toContainEqual({ id: 'antenna', name: 'Antenne' })
  expect(body.data.radios).toContainEqual({ id: '2.4', name: '2,4 GHz' })
  const manufacturers = await master('GET', '/hardware/manufacturer/list?query=mikro')
  expect(manufacturers.body.data).toEqual([{ id: manufacturer_id, name: 'MikroTik' }])
  const models = await master(
    'GET',
    `/hardware/model/list?query=hap&manufacturer_id=${manufacturer_id}&type_id=${type_id}`,
  )
  expect(models.body.data).toEqual([
    { id: model, name: 'hAP', manufacturer_name: 'MikroTik', kind: 'router', warranty_months: 12, has_lte: false },
  ])
})
