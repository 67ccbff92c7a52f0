import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompany, createUser, startTestPanel, type ApiCall, type TestPanel } from '../testing/panel.ts'
import { createListMemory } from './list/memory.ts'

/** The page cache, tested through the API: here every page counts as expensive. */
const lists = createListMemory({ pages: true, expensive: 0 })
let panel: TestPanel
let provider: ApiCall, reseller: ApiCall, other: ApiCall
let anna: number

beforeAll(async () => {
  panel = await startTestPanel({ lists })
  const { top, below, beside } = await panel.sql(async (tx) => {
    const root = await createCompany(tx, { name: 'Provider', type: 'simrush' })
    const company = (name: string) => createCompany(tx, { name, type: 'reseller', parent_id: root })
    const [first, second] = [await company('First'), await company('Second')]
    const user = (company_id: number, first_name: string) =>
      createUser(tx, { company_id, role: first_name === 'Lead' ? 'primary-admin' : 'admin', first_name })
    anna = (await user(first, 'Anna')).id
    await user(first, 'Berta')
    await user(second, 'Anna')
    return { top: await user(root, 'Lead'), below: await user(first, 'Lead'), beside: await user(second, 'Lead') }
  })
  provider = await panel.as(top)
  reseller = await panel.as(below)
  other = await panel.as(beside)
})
afterAll(() => panel?.stop())

const requested = async (call: ApiCall, query = 'search=anna') => {
  const { body } = await call('GET', `/user/index?${query}`)
  return {
    names: body.data.map((user: { name: string; company_name: string }) => `${user.name} ${user.company_name}`),
    total: body.meta.pagination.total as number,
  }
}
/** A change that bypasses the panel; no listener is running that would receive its announcement. */
const quietly = (name: string) =>
  panel.sql((tx) => tx.updateTable('app_user').set({ first_name: name }).where('id', '=', anna).execute())

test('a cached page has the current rows, separately for each company', async () => {
  lists.forget()
  expect(await requested(provider)).toEqual({ names: ['Anna Body First', 'Anna Body Second'], total: 2 })
  expect(await requested(reseller)).toEqual({ names: ['Anna Body First'], total: 1 })
  expect(await requested(other)).toEqual({ names: ['Anna Body Second'], total: 1 })
  await quietly('Zoe')
  // The ids of a page are cached, the content of its rows never is.
  expect(await requested(provider)).toEqual({ names: ['Zoe Body First', 'Anna Body Second'], total: 2 })
  expect((await requested(provider, 'search=anna&perPage=50')).names).toEqual(['Anna Body Second'])
  lists.forget()
  expect(await requested(provider)).toEqual({ names: ['Anna Body Second'], total: 1 })
  await quietly('Anna')
  lists.forget()
})

test('after the reply to a write the caller finds its change', async () => {
  expect((await requested(provider)).total).toBe(2)
  const { body } = await provider('GET', `/user/${anna}/show`)
  const { status } = await provider('PUT', `/user/${anna}/update`, { first_name: 'Zoe', version: body.data.version })
  expect(status).toBe(200)
  expect(await requested(provider)).toEqual({ names: ['Anna Body Second'], total: 1 })
})

test('a page with a row that is no longer visible is searched again', async () => {
  await quietly('Anna')
  lists.forget()
  expect((await requested(reseller)).total).toBe(1)
  const second = await panel.sql((tx) =>
    tx.selectFrom('company').select('id').where('name', '=', 'Second').executeTakeFirstOrThrow(),
  )
  await panel.sql((tx) => tx.updateTable('app_user').set({ company_id: second.id }).where('id', '=', anna).execute())
  expect(await requested(reseller)).toEqual({ names: [], total: 0 })
})

test('a page is not cached if a row changed while it was read, or if it was read quickly', () => {
  const actor = { company_id: 1 } as never
  const question = { sql: 'select', parameters: [] } as never
  const memory = createListMemory({ pages: true, expensive: 0 })
  const finding = memory.findPage(actor, question, '0 25')
  memory.forget()
  finding.remember({ ids: [1], found: 1 })
  expect(memory.page(actor, question, '0 25')).toBeUndefined()
  memory.findPage(actor, question, '0 25').remember({ ids: [1], found: 1 })
  expect(memory.page(actor, question, '0 25')).toMatchObject({ ids: [1], found: 1 })
  expect(memory.page({ company_id: 2 } as never, question, '0 25')).toBeUndefined()
  const patient = createListMemory({ pages: true })
  patient.findPage(actor, question, '0 25').remember({ ids: [1], found: 1 })
  expect(patient.page(actor, question, '0 25')).toBeUndefined()
})
