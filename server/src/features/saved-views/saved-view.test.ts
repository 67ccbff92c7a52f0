import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompany, createUser, startTestPanel, type ApiCall, type TestPanel } from '../../testing/panel.ts'

let panel: TestPanel
let asAbove: ApiCall, asAdmin: ApiCall, asColleague: ApiCall, asReader: ApiCall, asBelow: ApiCall, asBeside: ApiCall

beforeAll(async () => {
  panel = await startTestPanel()
  const users = await panel.sql(async (tx) => {
    const root = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    const reseller = await createCompany(tx, { name: 'Reseller', type: 'reseller', parent_id: root })
    const client = await createCompany(tx, { name: 'Client', type: 'client', parent_id: reseller })
    const beside = await createCompany(tx, { name: 'Beside', type: 'reseller', parent_id: root })
    return [
      await createUser(tx, { company_id: root, role: 'admin', first_name: 'Above' }),
      await createUser(tx, { company_id: reseller, role: 'admin' }),
      await createUser(tx, { company_id: reseller, role: 'editor' }),
      await createUser(tx, { company_id: reseller, role: 'read-only' }),
      await createUser(tx, { company_id: client, role: 'read-only' }),
      await createUser(tx, { company_id: beside, role: 'admin' }),
    ]
  })
  ;[asAbove, asAdmin, asColleague, asReader, asBelow, asBeside] = (await Promise.all(
    users.map((user) => panel.as(user)),
  )) as [ApiCall, ApiCall, ApiCall, ApiCall, ApiCall, ApiCall]
})
afterAll(() => panel.stop())

const save = (call: ApiCall, name: string, scope: string) =>
  call('POST', '/saved-view/store', {
    list: 'companies',
    name,
    scope,
    state: { search: 'type:client', columns: ['name'] },
  })
const names = async (call: ApiCall) =>
  (await call('GET', '/saved-view/index?list=companies')).body.data.map((view: { name: string }) => view.name)

test('private, shared with the company, and shared with descendants', async () => {
  expect((await save(asAdmin, 'mine', 'private')).status).toBe(201)
  await save(asAdmin, 'ours', 'company')
  await save(asAdmin, 'down', 'descendants')
  await save(asAbove, 'from above', 'descendants')
  await save(asAbove, 'theirs', 'company')
  expect(await names(asAdmin)).toEqual(['down', 'from above', 'mine', 'ours'])
  expect(await names(asColleague)).toEqual(['down', 'from above', 'ours'])
  expect(await names(asBelow)).toEqual(['down', 'from above'])
  expect(await names(asBeside)).toEqual(['from above'])
  expect(await names(asAbove)).toEqual(['from above', 'theirs'])
  expect((await asBelow('GET', '/saved-view/index?list=companies')).body.data[1]).toMatchObject({
    own: false,
    owner_name: 'Above Body',
    state: { search: 'type:client', columns: ['name'] },
  })
})

test('only its owner changes a view', async () => {
  const { id } = (await save(asAdmin, 'changing', 'company')).body.data
  for (const call of [asColleague, asAbove]) {
    expect((await call('PUT', `/saved-view/${id}/update`, { name: 'x' })).status).toBe(404)
    expect((await call('DELETE', `/saved-view/${id}/destroy`)).status).toBe(404)
  }
  expect((await asAdmin('PUT', `/saved-view/${id}/update`, { name: 'changed', state: {} })).body.data).toMatchObject({
    name: 'changed',
    state: {},
  })
  expect((await save(asAdmin, 'changed', 'private')).body.error.messages.name.reason).toBe('saved_view.name_taken')
  expect((await asAdmin('DELETE', `/saved-view/${id}/destroy`)).status).toBe(204)
})

test('a read-only user creates private views only', async () => {
  expect((await save(asReader, 'x', 'company')).status).toBe(403)
  expect((await save(asReader, 'x', 'private')).status).toBe(201)
})

test('preferences are stored by key, and deleted with null', async () => {
  await asReader('PUT', '/preference/update', { key: 'list.companies', value: { density: 'compact' } })
  await asReader('PUT', '/preference/update', { key: 'list.companies', value: { density: 'normal' } })
  expect((await asReader('GET', '/preference/show')).body.data).toEqual({ 'list.companies': { density: 'normal' } })
  expect((await asColleague('GET', '/preference/show')).body.data).toEqual({})
  await asReader('PUT', '/preference/update', { key: 'list.companies', value: null })
  expect((await asReader('GET', '/preference/show')).body.data).toEqual({})
  expect((await asReader('PUT', '/preference/update', { key: 'x', value: { text: 'x'.repeat(20_000) } })).status).toBe(
    422,
  )
})
