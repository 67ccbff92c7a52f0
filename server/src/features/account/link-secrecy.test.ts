import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../access/password-hash.ts'
import { storePassword } from '../../access/passwords.ts'
import { createSignUpLink } from '../../access/register.ts'
import { accessSettled } from '../../access/tasks.ts'
import { createLog } from '../../log.ts'
import { openBody } from '../../mail/encrypted-body.ts'
import {
  panelKey,
  createCompany,
  createUser,
  startTestPanel,
  type ApiCall,
  type TestPanel,
} from '../../testing/panel.ts'

const password = 'violet-tundra-oxide-42'
let logged = ''
let panel: TestPanel
let boss: { id: number; email: string; company_id: number }
let asBoss: ApiCall
let customer: { id: number; email: string; company_id: number }

beforeAll(async () => {
  panel = await startTestPanel({ log: createLog('trace', { write: (line: string) => void (logged += line) }) })
  const hash = await hashPassword(password, { memory: 64, passes: 1, lanes: 1 })
  await panel.sql(async (tx) => {
    const provider = await createCompany(tx, { name: 'Example Networks', type: 'simrush' })
    const shop = await createCompany(tx, { name: 'Shop', type: 'client', parent_id: provider })
    boss = await createUser(tx, { company_id: provider, role: 'primary-admin' })
    customer = await createUser(tx, { company_id: shop, role: 'admin' })
    await tx.updateTable('app_user').set({ email_verified_at: null }).where('id', '=', customer.id).execute()
    for (const user of [boss, customer]) await storePassword(tx, user.id, hash)
  })
  asBoss = await panel.as(boss)
})
afterAll(async () => {
  await accessSettled()
  await panel.stop()
})

/** All rows of all tables, including the job queue, as text. */
async function wholeDatabase(): Promise<{ table: string; text: string }[]> {
  return panel.sql(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
        and has_table_privilege(c.oid, 'select')`.execute(tx)
    const found: { table: string; text: string }[] = []
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(tx)
      for (const { text } of rows) found.push({ table: name, text })
    }
    return found
  })
}

test('the token of a link is in no table, log, audit entry or response', async () => {
  const asCustomer = await panel.as(customer)
  const replies = [
    await asBoss('POST', '/user/invite/store', {
      email: 'new@shop.example',
      role: 'editor',
      company_id: customer.company_id,
      locale: 'en',
    }),
    await asBoss('PUT', `/user/${customer.id}/reset-password`),
    await asCustomer('POST', '/auth/resend-verification'),
    await asCustomer('PUT', '/auth/change-email', { email: 'other@shop.example', password }),
  ]
  expect(replies.map(({ status }) => status < 300)).toEqual([true, true, true, true])
  await panel.app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    headers: { cookie: 'XSRF-TOKEN='.padEnd(43, 'x'), 'x-xsrf-token': 'x'.repeat(32) },
    payload: { email: boss.email },
  })
  await accessSettled()
  const signUp = await createSignUpLink(panel.databases)

  const mails = await panel.sql((tx) =>
    tx.selectFrom('mail').select(['id', 'kind', 'sealed_body', 'message_id']).orderBy('id').execute(),
  )
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual([
    'email-change',
    'invitation',
    'password-reset',
    'password-reset',
    'verify-email',
  ])
  const links = mails.map(({ sealed_body, message_id }) => {
    const { text } = openBody(panelKey, sealed_body as Buffer, message_id)
    return /\/([\w-]{43})\/(\d+)/.exec(text) as RegExpExecArray
  })
  const tokens = [...links.map(([, token]) => token as string), signUp.token]
  expect(new Set(tokens).size).toBe(6)

  // Links are also requested with wrong parameters, so that such requests are logged.
  for (const [path, token] of links)
    await panel.app
      .inject({ method: 'GET', url: `/api/auth/check-token/register-invite${path}`.replace('//', '/') })
      .then((reply) => expect(reply.body).not.toContain(token))
  const shown = await Promise.all(mails.map(({ id }) => asBoss('GET', `/outbox/${id}/show`)))
  const list = await asBoss('GET', '/outbox/index')
  const texts = [
    ...(await wholeDatabase()),
    { table: 'log', text: logged },
    ...[...replies, ...shown, list].map(({ text }) => ({ table: 'reply', text })),
  ]
  expect(texts.filter(({ table }) => table === 'public.mail')).toHaveLength(5)
  expect(texts.filter(({ table }) => table.includes('audit_log')).length).toBeGreaterThan(0)
  expect(logged).toContain('/api/auth/check-token/register-invite/')
  for (const token of tokens) {
    const hexadecimal = Buffer.from(token).toString('hex')
    const base64 = Buffer.from(token).toString('base64').slice(2, 40)
    for (const form of [token, hexadecimal, base64])
      expect(texts.filter(({ text }) => text.includes(form)).map(({ table }) => table)).toEqual([])
  }
  // The search itself works.
  const [canary] = tokens as [string]
  await panel.sql((tx) => sql`update mail set body_text = ${canary} where id = ${mails[0]!.id}`.execute(tx))
  expect((await wholeDatabase()).filter(({ text }) => text.includes(canary)).map(({ table }) => table)).toEqual([
    'public.mail',
  ])
})
