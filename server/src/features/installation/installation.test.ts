import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createCompany, createUser, startTestPanel, type ApiCall, type TestPanel } from '../../testing/panel.ts'
import { replied } from '../../testing/messages.ts'

let panel: TestPanel
let asBoss: ApiCall, asAdmin: ApiCall, asReseller: ApiCall

beforeAll(async () => {
  panel = await startTestPanel()
  const users = await panel.sql(async (tx) => {
    const root = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    const reseller = await createCompany(tx, { name: 'Reseller', type: 'reseller', parent_id: root })
    return [
      await createUser(tx, { company_id: root, role: 'primary-admin' }),
      await createUser(tx, { company_id: root, role: 'admin' }),
      await createUser(tx, { company_id: reseller, role: 'primary-admin' }),
    ]
  })
  ;[asBoss, asAdmin, asReseller] = (await Promise.all(users.map((user) => panel.as(user)))) as [
    ApiCall,
    ApiCall,
    ApiCall,
  ]
})
afterAll(() => panel.stop())

const open = async (path: string) => (await panel.app.inject({ method: 'GET', url: `/api${path}` })).json()

test('settings of the provider are readable with and without a session', async () => {
  const legal = { terms_en: 'Be kind.', terms_de: 'Sei nett.', privacy_en: '', privacy_de: '' }
  expect(
    (
      await asAdmin('PUT', '/installation/update', {
        legal,
        default_country: 'DE',
        chat_script: 'https://help.example/chat.js',
      })
    ).status,
  ).toBe(200)
  expect((await open('/installation/legal')).data).toEqual(legal)
  expect((await open('/installation/boot')).data).toMatchObject({
    chat_script: 'https://help.example/chat.js',
    default_iso: 'DE',
    mail_configured: false,
  })
  expect((await open('/country/list')).default_iso).toBe('DE')
  expect((await open('/country/list')).data).toContainEqual({ id: 'GB', name: 'United Kingdom', dial_code: '+44' })
  expect((await open('/currency/list')).data).toContainEqual({ id: 'JPY', name: 'Yen', digits: 0 })
})

test('a change is audited with old and new value; saving the same value is not', async () => {
  await asAdmin('PUT', '/installation/update', { default_country: 'FR' })
  await asAdmin('PUT', '/installation/update', { default_country: 'FR' })
  const { data } = (await asAdmin('GET', '/audit-log/index?search=subject:installation;object_label:default_country'))
    .body
  expect(data[0]).toMatchObject({
    action: 'update',
    before: { default_country: 'DE' },
    after: { default_country: 'FR' },
  })
  expect(data).toHaveLength(2)
})

test('a country must exist, and a chat script must use https', async () => {
  expect((await asAdmin('PUT', '/installation/update', { default_country: 'XX' })).body.error.messages).toEqual({
    default_country: replied('field.country'),
  })
  expect((await asAdmin('PUT', '/installation/update', { chat_script: 'http://help.example/chat.js' })).status).toBe(
    422,
  )
})

test('tenants neither read nor change the settings, and only the primary admin of the provider reads mails', async () => {
  expect((await asReseller('GET', '/installation/show')).status).toBe(403)
  expect((await asReseller('PUT', '/installation/update', { default_country: 'GB' })).status).toBe(403)
  for (const call of [asAdmin, asReseller]) expect((await call('GET', '/outbox/index')).status).toBe(403)
})

test('a mail is read with its text; without a mail server it cannot be sent again', async () => {
  const id = await panel.sql(
    async (tx) =>
      (
        await sql<{ id: number }>`
    insert into mail (kind, to_address, subject, body_text, body_html, locale, message_id, state, last_error)
    values ('welcome', 'a@x.example', 'Welcome', 'text', '<p>html</p>', 'en', 'm', 'failed', 'no route') returning id`.execute(
          tx,
        )
      ).rows[0]?.id as number,
  )
  expect((await asBoss('GET', '/outbox/index?search=state:failed')).body.data).toMatchObject([
    { id, to: 'a@x.example', last_error: 'no route' },
  ])
  expect((await asBoss('GET', `/outbox/${id}/show`)).body.data).toMatchObject({ text: 'text', html: '<p>html</p>' })
  expect((await asBoss('GET', '/outbox/999999/show')).status).toBe(404)
  expect((await asBoss('POST', `/outbox/${id}/retry`)).body.error.reason).toBe('mail.no_server')
})

test('a mail whose link has expired and was deleted is not sent again', async () => {
  const id = await panel.sql(
    async (tx) =>
      (
        await sql<{ id: number }>`
    insert into mail (kind, to_address, subject, body_text, body_html, locale, message_id, state)
    values ('invitation', 'b@x.example', 'Invitation', 'text', '<p>html</p>', 'en', 'm2', 'failed') returning id`.execute(
          tx,
        )
      ).rows[0]?.id as number,
  )
  const reply = await asBoss('POST', `/outbox/${id}/retry`)
  expect([reply.status, reply.body.error.reason]).toEqual([409, 'mail.link_expired'])
})
