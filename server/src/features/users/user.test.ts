import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserRole } from '@trunkline/contract/abilities'
import { createCompany, createUser, startTestPanel, type ApiCall, type TestPanel } from '../../testing/panel.ts'
import { replied } from '../../testing/messages.ts'

type User = Awaited<ReturnType<typeof createUser>>
let panel: TestPanel
let root: number, reseller: number, client: number
let boss: User, admin: User, editor: User, customer: User, owner: User
let asBoss: ApiCall, asAdmin: ApiCall, asEditor: ApiCall, asCustomer: ApiCall

const seed = (company_id: number, role: UserRole, more: { is_active?: boolean; email?: string } = {}) =>
  panel.sql((tx) => createUser(tx, { company_id, role, ...more }))
const openSessions = (user: User) =>
  panel
    .sql((tx) =>
      tx.selectFrom('session').select('id').where('user_id', '=', user.id).where('ended_at', 'is', null).execute(),
    )
    .then((rows) => rows.length)

beforeAll(async () => {
  panel = await startTestPanel()
  root = await panel.sql((tx) => createCompany(tx, { name: 'Northwind', type: 'simrush' }))
  reseller = await panel.sql((tx) => createCompany(tx, { name: 'Reseller', type: 'reseller', parent_id: root }))
  client = await panel.sql((tx) => createCompany(tx, { name: 'Client', type: 'client', parent_id: reseller }))
  boss = await seed(reseller, 'primary-admin')
  admin = await seed(reseller, 'admin')
  editor = await seed(reseller, 'editor')
  owner = await seed(client, 'primary-admin')
  customer = await seed(client, 'admin')
  asBoss = await panel.as(boss)
  asAdmin = await panel.as(admin)
  asEditor = await panel.as(editor)
  asCustomer = await panel.as(customer)
})
afterAll(() => panel.stop())

describe('visibility', () => {
  test('the list contains the users of the own company and its descendants', async () => {
    const ids = (await asBoss('GET', '/user/index')).body.data.map((row: { id: number }) => row.id)
    expect(ids.sort()).toEqual([boss.id, admin.id, editor.id, owner.id, customer.id].sort())
    expect((await asCustomer('GET', '/user/index?orderBy=email')).body.data[0]).toMatchObject({
      company_name: 'Client',
      company_type: 'client',
    })
    expect((await asCustomer('GET', `/user/${boss.id}/show`)).status).toBe(404)
  })

  test('the lookup filters by a company and its descendants, and returns the path', async () => {
    const { body } = await asBoss('GET', `/user/list?parent_company_id=${client}&query=panel.example`)
    expect(body.data.map((row: { id: number }) => row.id).sort()).toEqual([owner.id, customer.id].sort())
    expect(body.data[0].path).toBe('Reseller / Client')
    expect((await asCustomer('GET', `/user/list?parent_company_id=${reseller}`)).body.data).toEqual([])
  })
})

describe('updates', () => {
  test('an admin changes details, lower roles, and states', async () => {
    const user = await seed(client, 'read-only')
    const { body } = await asAdmin('PUT', `/user/${user.id}/update`, {
      first_name: 'New',
      telephone: '+44 20 7946 0958',
      role: 'editor',
    })
    expect(body.data).toMatchObject({
      first_name: 'New',
      telephone: '+442079460958',
      role: 'editor',
      path: [{ id: reseller }, { id: client }],
    })
  })

  test('users change their own details, but not their role, state and address', async () => {
    expect((await asAdmin('PUT', `/user/${admin.id}/update`, { last_name: 'Else' })).status).toBe(200)
    for (const body of [{ role: 'admin' }, { is_active: true }, { email: 'new@panel.example' }])
      expect((await asAdmin('PUT', `/user/${admin.id}/update`, body)).status).toBe(403)
  })

  test('an editor only reads users', async () => {
    expect((await asEditor('PUT', `/user/${customer.id}/update`, { first_name: 'X' })).status).toBe(403)
  })

  test('an admin cannot change the primary admin of the own company, but that of a descendant', async () => {
    expect((await asAdmin('PUT', `/user/${boss.id}/update`, { first_name: 'X' })).status).toBe(403)
    expect((await asAdmin('PUT', `/user/${boss.id}/reset-password`)).status).toBe(403)
    expect((await asAdmin('PUT', `/user/${owner.id}/update`, { first_name: 'X' })).status).toBe(200)
  })

  test('the role of primary admin is neither given nor removed by an update', async () => {
    expect(
      (await asBoss('PUT', `/user/${customer.id}/update`, { role: 'primary-admin' })).body.error.messages.role.reason,
    ).toBe('user.primary_admin_transfer')
    expect((await asAdmin('PUT', `/user/${customer.id}/update`, { role: 'primary-admin' })).status).toBe(403)
    expect((await asBoss('PUT', `/user/${owner.id}/update`, { role: 'editor' })).status).toBe(422)
  })

  test('a new address is unverified and gets a link, an address in use is a conflict', async () => {
    const user = await seed(client, 'editor')
    const { status, body } = await asAdmin('PUT', `/user/${user.id}/update`, { email: 'Fresh@Client.Example' })
    expect([status, body.data.email, body.data.email_verified_at]).toEqual([200, 'fresh@client.example', null])
    const mails = await panel.sql((tx) =>
      tx.selectFrom('mail').select(['kind', 'to_address']).where('to_address', '=', 'fresh@client.example').execute(),
    )
    expect(mails).toEqual([{ kind: 'verify-email', to_address: 'fresh@client.example' }])
    const used = await asAdmin('PUT', `/user/${user.id}/update`, { email: boss.email })
    expect([used.status, used.body.error.messages.email.reason]).toEqual([409, 'user.email_taken'])
  })
})

describe('ending sessions', () => {
  test('by another role, deactivation and deletion', async () => {
    for (const act of [
      (user: User) => asAdmin('PUT', `/user/${user.id}/update`, { role: 'read-only' }),
      (user: User) => asAdmin('PUT', `/user/${user.id}/update`, { is_active: false }),
      (user: User) => asAdmin('PUT', '/user/change-status', { ids: [user.id], is_active: false }),
      (user: User) => asAdmin('DELETE', `/user/${user.id}/destroy`),
    ]) {
      const user = await seed(client, 'editor')
      await panel.as(user)
      expect(await openSessions(user)).toBe(1)
      expect((await act(user)).status).toBeLessThan(300)
      expect(await openSessions(user)).toBe(0)
    }
  })
})

describe('bulk status changes', () => {
  test('reject the own user and the primary admin of the own company', async () => {
    const { data } = (
      await asAdmin('PUT', '/user/change-status', { ids: [admin.id, boss.id, customer.id], is_active: true })
    ).body
    expect(data.map(({ id, reason }: { id: number; reason?: string }) => [id, reason])).toEqual(
      expect.arrayContaining([
        [admin.id, 'user.own'],
        [boss.id, 'user.primary_admin_protected'],
        [customer.id, undefined],
      ]),
    )
  })

  test('apply to all rows that match a query, unless their number has changed', async () => {
    const total = (await asAdmin('GET', '/user/index?search=company_name:Client')).body.meta.pagination.total
    expect(
      (
        await asAdmin('PUT', '/user/change-status', {
          matching: { search: 'company_name:Client', total: total + 1 },
          is_active: true,
        })
      ).body.error.code,
    ).toBe('selection_moved')
    expect(
      (
        await asAdmin('PUT', '/user/change-status', {
          matching: { search: 'company_name:Client', total },
          is_active: true,
        })
      ).body.data,
    ).toHaveLength(total)
  })
})

describe('transferring the primary admin role', () => {
  test('only by a primary admin, and there is one before and after', async () => {
    const company = await panel.sql((tx) => createCompany(tx, { name: 'Handed', type: 'client', parent_id: reseller }))
    const [present, next] = [await seed(company, 'primary-admin'), await seed(company, 'editor')]
    await panel.as(present)
    expect((await asAdmin('PUT', `/user/${next.id}/make-primary`)).status).toBe(403)
    expect((await asBoss('PUT', `/user/${next.id}/make-primary`)).body.data.role).toBe('primary-admin')
    expect((await asBoss('GET', `/user/${present.id}/show`)).body.data.role).toBe('admin')
    expect(await openSessions(present)).toBe(0)
  })

  test('two concurrent transfers leave one primary admin', async () => {
    const company = await panel.sql((tx) => createCompany(tx, { name: 'Raced', type: 'client', parent_id: reseller }))
    await seed(company, 'primary-admin')
    const rivals = await Promise.all([seed(company, 'admin'), seed(company, 'admin'), seed(company, 'admin')])
    await Promise.all(rivals.map(({ id }) => asBoss('PUT', `/user/${id}/make-primary`)))
    const { body } = await asBoss('GET', `/user/index?search=company_id:${company};role:primary-admin`)
    expect(body.meta.pagination.total).toBe(1)
  })
})

describe('deletion', () => {
  test('users cannot delete themselves, and the primary admin is deleted last', async () => {
    expect((await asBoss('DELETE', `/user/${boss.id}/destroy`)).status).toBe(409)
    expect((await asBoss('DELETE', `/user/${owner.id}/destroy`)).body.error.reason).toBe('user.primary_admin_required')
    const company = await panel.sql((tx) => createCompany(tx, { name: 'Alone', type: 'client', parent_id: reseller }))
    const alone = await seed(company, 'primary-admin')
    expect((await asBoss('DELETE', `/user/${alone.id}/destroy`)).status).toBe(204)
    expect((await asBoss('DELETE', `/company/${company}/destroy`)).status).toBe(204)
    expect((await asBoss('PUT', `/user/${alone.id}/recover`)).body.error).toMatchObject(
      replied('row.in_trash', { name: 'Alone' }),
    )
  })

  test('an address that is in use since is named', async () => {
    const user = await seed(client, 'editor', { email: 'twice@client.example' })
    await asAdmin('DELETE', `/user/${user.id}/destroy`)
    await seed(reseller, 'editor', { email: 'twice@client.example' })
    const { status, body } = await asAdmin('PUT', `/user/${user.id}/recover`)
    expect([status, Object.keys(body.error.fields)]).toEqual([409, ['email']])
  })

  test('a primary admin whose role was transferred is restored as an admin', async () => {
    const company = await panel.sql((tx) =>
      createCompany(tx, { name: 'Returned', type: 'client', parent_id: reseller }),
    )
    const first = await seed(company, 'primary-admin')
    await asBoss('DELETE', `/user/${first.id}/destroy`)
    await seed(company, 'primary-admin')
    const { body } = await asBoss('PUT', `/user/${first.id}/recover`)
    expect([body.data.role, body.not_restored]).toEqual(['admin', [replied('restore.role')]])
  })
})

test('a link to choose a password is sent to the user, whose page shows sessions and sign-ins', async () => {
  expect((await asAdmin('PUT', `/user/${customer.id}/reset-password`, { id: customer.id })).body.data).toEqual({
    sent_to: customer.email,
  })
  const { data } = (await asAdmin('GET', `/user/${customer.id}/summary`)).body
  expect(data).toMatchObject({
    user: { id: customer.id },
    sessions: { open: 1, last_sign_in_at: null },
    sign_ins: [],
    invited_by: null,
  })
})
