import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestSmtp } from '../testing/smtp.ts'
import { sendDueMails } from './deliver.ts'
import { createMailService } from './queue.ts'
import { openBody, sealedDays, sealStoredMails } from './encrypted-body.ts'
import { createSender } from './smtp.ts'
import { mailTasks } from './tasks.ts'

const mailFrom = 'Trunkline <panel@example.net>'
const [key, other] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
const token = 'canary'.padEnd(43, 'x')
const link = `https://panel.example.net/reset-password/${token}/17`
const log = createLog('silent')
let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
beforeEach(() => database.databases.appAll.query('delete from mail; delete from graphile_worker._private_jobs'))
afterAll(() => database.drop())

const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work)
const mails = createMailService({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom, key })
const queueReset = () =>
  system((tx) =>
    mails.queue(tx, {
      kind: 'password-reset',
      to: 'ann@example.com',
      locale: 'de',
      company_id: null,
      data: { name: 'Ann', minutes: '30', link },
    }),
  )
const send = (url: string, keys: Buffer) =>
  sendDueMails({ system, signal: new AbortController().signal, log, keys }, createSender({ smtpUrl: url, mailFrom }))
interface Row {
  id: number
  state: string
  body_text: string
  body_html: string
  sealed_body: Buffer | null
  message_id: string
  last_error: string | null
  whole: string
}
const rows = async (): Promise<Row[]> =>
  (await database.databases.appAll.query('select m.*, m::text as whole from mail m order by id')).rows
/** As an earlier version stored it. */
const storePlain = (state: string, text = `Open:\n${link}\n`) =>
  database.databases.appAll.query(
    `insert into mail (kind, to_address, subject, body_text, body_html, locale, message_id, state)
     values ('password-reset', 'bob@example.com', 's', $1, $2, 'en', '<' || gen_random_uuid() || '@x>', $3)`,
    [text, `<a href="${link}">${link}</a>`, state],
  )

test('a mail with a secret link is stored without it, sent with it, and its text is deleted afterwards', async () => {
  await queueReset()
  const [before] = await rows()
  expect(before!.whole).not.toContain(token)
  expect(before!.body_text).toContain('https://panel.example.net/…')
  expect(before!.body_html).toContain('href="https://panel.example.net/…"')
  const smtp = await startTestSmtp()
  try {
    await send(smtp.url, key)
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(link)
    expect((await rows())[0]).toMatchObject({ state: 'sent', body_text: '', body_html: '', sealed_body: null })
  } finally {
    await smtp.stop()
  }
})

test('the encrypted text of one mail cannot be decrypted for another mail', async () => {
  await queueReset()
  const [row] = await rows()
  expect(openBody(key, row!.sealed_body!, row!.message_id).text).toContain(link)
  expect(() => openBody(key, row!.sealed_body!, '<other@x>')).toThrow(/changed or belongs elsewhere/)
})

test('a mail whose key is missing fails with an error that does not contain its text; the next one is sent', async () => {
  await queueReset()
  await system((tx) =>
    mails.queue(tx, {
      kind: 'welcome',
      to: 'bob@example.com',
      locale: 'en',
      company_id: null,
      data: { name: 'Bob', link: 'https://panel.example.net/login' },
    }),
  )
  const smtp = await startTestSmtp()
  try {
    await send(smtp.url, other)
    const [lost, sent] = await rows()
    expect(lost).toMatchObject({
      state: 'failed',
      last_error: 'The text of this mail cannot be decrypted with the keys of this installation.',
    })
    expect(sent!.state).toBe('sent')
  } finally {
    await smtp.stop()
  }
})

test('mails of an earlier version are encrypted once, and still sent with their link', async () => {
  for (const state of ['queued', 'kept', 'failed']) await storePlain(state)
  expect(await sealStoredMails(system, key)).toBe(3)
  expect(await sealStoredMails(system, key)).toBe(0)
  for (const row of await rows()) {
    expect(row.whole).not.toContain(token)
    expect(row.body_text).toBe('Open:\nhttps://panel.example.net/…\n')
    expect(openBody(key, row.sealed_body!, row.message_id)).toEqual({
      text: `Open:\n${link}\n`,
      html: `<a href="${link}">${link}</a>`,
    })
  }
})

test('the nightly task encrypts mails that an earlier version still writes, and deletes expired links', async () => {
  await queueReset()
  await storePlain('kept')
  await database.databases.appAll.query(
    `update mail set state = 'failed', created_at = now() - interval '${sealedDays} days 1 minute' where sealed_body is not null`,
  )
  await mailTasks({ smtpUrl: undefined, mailFrom, key })['prune-mail']!.run({} as never, { system } as never)
  const [expired, sealed] = await rows()
  expect(expired).toMatchObject({ state: 'failed', sealed_body: null })
  expect(sealed!.sealed_body).not.toBeNull()
  for (const { whole } of [expired!, sealed!]) expect(whole).not.toContain(token)
  expect(await system((tx) => mails.retry(tx, expired!.id)), 'there is nothing to send').toBe(false)
  expect(await system((tx) => mails.retry(tx, sealed!.id))).toBe(true)
})
