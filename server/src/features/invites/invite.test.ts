import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBody } from '../../mail/encrypted-body.ts'
import {
  panelKey,
  createCompany,
  createUser,
  startTestPanel,
  type ApiCall,
  type TestPanel,
} from '../../testing/panel.ts'
import { replied } from '../../testing/messages.ts'

let panel: TestPanel
let root: number, distributor: number, reseller: number, client: number, elsewhere: number
let asBoss: ApiCall, asAdmin: ApiCall, asReseller: ApiCall, asCustomer: ApiCall
let foreignEmail: string, ownEmail: string

beforeAll(async () => {
  panel = await startTestPanel()
  await panel.sql(async (tx) => {
    root = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    distributor = await createCompany(tx, { name: 'Distributor', type: 'distributor', parent_id: root })
    reseller = await createCompany(tx, { name: 'Reseller', type: 'reseller', parent_id: distributor })
    client = await createCompany(tx, { name: 'Client', type: 'client', parent_id: reseller })
    elsewhere = await createCompany(tx, { name: 'Elsewhere', type: 'reseller', parent_id: root })
  })
  const user = (company_id: number, role: 'primary-admin' | 'admin') =>
    panel.sql((tx) => createUser(tx, { company_id, role, first_name: 'Ina' }))
  asBoss = await panel.as(await user(distributor, 'primary-admin'))
  asAdmin = await panel.as(await user(distributor, 'admin'))
  asReseller = await panel.as(await user(reseller, 'admin'))
  const customer = await user(client, 'admin')
  asCustomer = await panel.as(customer)
  ownEmail = customer.email
  foreignEmail = (await user(elsewhere, 'admin')).email
})
afterAll(() => panel.stop())

/** The latest mail to an address, with its text as sent. */
const lastMail = async (to: string) => {
  const mail = await panel.sql((tx) =>
    tx.selectFrom('mail').selectAll().where('to_address', '=', to).orderBy('id', 'desc').executeTakeFirstOrThrow(),
  )
  return { ...mail, body_text: openBody(panelKey, mail.sealed_body as Buffer, mail.message_id).text }
}
const linkIn = (text: string) => /\/register\/([\w-]+)\/(\d+)/.exec(text)?.slice(1) as [string, string]
const check = async ([token, id]: [string, string]) => {
  const reply = await panel.app.inject({ method: 'GET', url: `/api/auth/check-token/register-invite/${token}/${id}` })
  return { status: reply.statusCode, body: reply.json() }
}
const invite = async (call: ApiCall, body: object) =>
  (await call('POST', '/user/invite/store', body)).body.data.id as number

describe('inviting', () => {
  test('into a company: the mail contains a link, the inviter and the company', async () => {
    const id = await invite(asBoss, { email: 'New@Client.Example', role: 'editor', company_id: client, locale: 'de' })
    const mail = await lastMail('new@client.example')
    expect(mail).toMatchObject({ kind: 'invitation', locale: 'de', company_id: client })
    expect(mail.body_text).toContain('Distributor')
    const link = linkIn(mail.body_text)
    expect(Number(link[1])).toBe(id)
    expect((await check(link)).body.data).toMatchObject({
      email: 'new@client.example',
      role: 'editor',
      company_name: 'Client',
      inviter: 'Ina Body',
      inviter_company: 'Distributor',
    })
    expect((await asCustomer('GET', '/user/invite/index')).body.data[0]).toMatchObject({
      id,
      status: 'pending',
      invited_by: 'Ina Body',
      company_name: 'Client',
    })
  })

  test('to create a company: any permitted user may invite its primary admin', async () => {
    await invite(asAdmin, {
      email: 'boss@founded.example',
      role: 'primary-admin',
      company: { name: 'Founded', type: 'reseller', billing_term: 'net-7' },
    })
    const { data } = (await asAdmin('GET', '/user/invite/index?search=email:boss@founded.example')).body
    expect(data[0]).toMatchObject({
      company_id: distributor,
      new_company_name: 'Founded',
      new_company_type: 'reseller',
      billing_term: 'net-7',
      role: 'primary-admin',
    })
  })

  test('neither or both of company and new company is rejected', async () => {
    for (const body of [{}, { company_id: client, company: { name: 'X', type: 'client' } }])
      expect(
        (await asBoss('POST', '/user/invite/store', { email: 'a@b.example', role: 'editor', ...body })).status,
      ).toBe(422)
  })

  test('the parent of the new company must be visible and of a higher rank', async () => {
    const wrong = await asReseller('POST', '/user/invite/store', {
      email: 'a@b.example',
      role: 'admin',
      company: { name: 'X', type: 'distributor' },
    })
    expect(wrong.body.error.messages).toEqual({
      'company.type': replied('company.rank', { type: 'distributor', parent: 'reseller' }),
    })
    const foreign = await asReseller('POST', '/user/invite/store', {
      email: 'a@b.example',
      role: 'admin',
      company: { name: 'X', type: 'client', parent_id: elsewhere },
    })
    expect([foreign.status, Object.keys(foreign.body.error.fields)]).toEqual([422, ['company.parent_id']])
    expect(
      (
        await asCustomer('POST', '/user/invite/store', {
          email: 'a@b.example',
          role: 'admin',
          company: { name: 'X', type: 'client' },
        })
      ).status,
    ).toBe(422)
  })

  test('a user cannot give a role above their own, and a company has one primary admin', async () => {
    expect(
      (await asAdmin('POST', '/user/invite/store', { email: 'a@b.example', role: 'primary-admin', company_id: client }))
        .status,
    ).toBe(403)
    const second = await asBoss('POST', '/user/invite/store', {
      email: 'a@b.example',
      role: 'primary-admin',
      company_id: distributor,
    })
    expect([second.status, second.body.error.messages.role.reason]).toEqual([409, 'company.primary_admin_is'])
  })

  test('an existing visible user is named, an invisible one is not revealed', async () => {
    expect(
      (await asBoss('POST', '/user/invite/store', { email: ownEmail, role: 'editor', company_id: client })).body.error
        .messages.email,
    ).toMatchObject({ reason: 'invitation.email_taken', params: { name: 'Ina Body' } })
    expect(
      (await asBoss('POST', '/user/invite/store', { email: foreignEmail, role: 'editor', company_id: client })).status,
    ).toBe(201)
  })

  test('one open invitation per address and company, also with concurrent requests', async () => {
    const body = { email: 'twice@client.example', role: 'editor', company_id: client }
    const replies = await Promise.all([
      asBoss('POST', '/user/invite/store', body),
      asAdmin('POST', '/user/invite/store', body),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)?.body.error.reason).toBe('invitation.pending')
  })
})

describe('resending and cancelling', () => {
  test('the new link works, the old one does not', async () => {
    const id = await invite(asBoss, { email: 'again@client.example', role: 'editor', company_id: client })
    const old = linkIn((await lastMail('again@client.example')).body_text)
    expect((await asBoss('POST', `/user/invite/${id}/re-send`)).body.data.status).toBe('pending')
    const link = linkIn((await lastMail('again@client.example')).body_text)
    expect([(await check(old)).status, (await check(link)).status]).toEqual([422, 200])
  })

  test('an expired one can be resent, a cancelled or accepted one cannot', async () => {
    const id = await invite(asBoss, { email: 'late@client.example', role: 'editor', company_id: client })
    await panel.sql((tx) =>
      tx
        .updateTable('invitation')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('id', '=', id)
        .execute(),
    )
    expect(
      (await asBoss('GET', '/user/invite/index?search=status:expired')).body.data.map((row: { id: number }) => row.id),
    ).toEqual([id])
    expect((await asBoss('POST', `/user/invite/${id}/re-send`)).body.data.status).toBe('pending')
    const link = linkIn((await lastMail('late@client.example')).body_text)
    expect((await asBoss('DELETE', `/user/invite/${id}`)).status).toBe(204)
    expect((await check(link)).status).toBe(422)
    expect((await asBoss('POST', `/user/invite/${id}/re-send`)).body.error.reason).toBe('invitation.cancelled')
    expect((await asBoss('DELETE', `/user/invite/${id}`)).status).toBe(409)
  })

  test('deleting a company cancels its open invitations', async () => {
    const empty = await panel.sql((tx) => createCompany(tx, { name: 'Empty', type: 'client', parent_id: reseller }))
    const id = await invite(asBoss, { email: 'first@empty.example', role: 'primary-admin', company_id: empty })
    expect((await asBoss('DELETE', `/company/${empty}/destroy`)).status).toBe(204)
    expect((await asBoss('GET', `/user/invite/index?search=id:${id}`)).body.data[0].status).toBe('cancelled')
    // They do not come back with the company, which the reply says.
    const recovered = await asBoss('PUT', `/company/${empty}/recover`)
    expect([recovered.status, recovered.body.not_restored]).toEqual([
      200,
      [replied('restore.invitations', { count: 1 })],
    ])
    expect((await asBoss('PUT', `/company/${empty}/recover`)).body.not_restored).toBeUndefined()
  })
})

test('the form offers roles up to the own one, and all roles to users who create companies', async () => {
  const roles = async (call: ApiCall) =>
    (await call('GET', '/user/invite/user-roles/list')).body.data.map((role: { id: string }) => role.id)
  expect(await roles(asCustomer)).toEqual(['admin', 'editor', 'read-only'])
  expect(await roles(asAdmin)).toEqual(['primary-admin', 'admin', 'editor', 'read-only'])
})
