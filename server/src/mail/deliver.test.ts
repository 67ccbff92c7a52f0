import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withTenant } from '../db/tenant-transaction.ts'
import type { Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { startWorkers } from '../jobs/workers.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestSmtp, type TestSmtp } from '../testing/smtp.ts'
import { sendDueMails } from './deliver.ts'
import { createMailService } from './queue.ts'
import { createSender } from './smtp.ts'
import { mailTasks } from './tasks.ts'

const mailFrom = 'Trunkline <panel@example.net>'
const key = Buffer.alloc(32, 7)
const log = createLog('silent')
let database: TestDatabase
let smtp: TestSmtp | undefined
let child: ChildProcess | undefined

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.databases.appAll.query('delete from mail; delete from graphile_worker._private_jobs'))
afterEach(async () => {
  child?.kill('SIGKILL')
  await smtp?.stop()
  child = smtp = undefined
})

const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work)
const serve = async (options: Parameters<typeof startTestSmtp>[0] = {}) => (smtp = await startTestSmtp(options))
const nowhere = 'smtp://127.0.0.1:1'
const context = createMailService({ smtpUrl: nowhere, mailFrom, key })

const welcome = (to: string, dedupe_key?: string) =>
  system((tx) =>
    context.queue(tx, {
      kind: 'welcome',
      to,
      locale: 'en',
      company_id: null,
      dedupe_key,
      data: { name: 'Ann', link: 'https://panel.example.net/login' },
    }),
  )

const drain = (url: string) =>
  sendDueMails(
    { system, signal: new AbortController().signal, log, keys: key },
    createSender({ smtpUrl: url, mailFrom }),
  )

interface Row {
  to_address: string
  state: string
  attempts: number
  last_error: string | null
  body_text: string
  message_id: string
  /** Seconds until the next attempt. */
  wait: number
}
const outbox = async (): Promise<Row[]> =>
  (
    await database.databases.appAll.query(
      'select to_address, state, attempts, last_error, body_text, message_id, extract(epoch from next_at - now())::int as wait from mail order by id',
    )
  ).rows
const fallDue = () => database.databases.appAll.query(`update mail set next_at = now() where state = 'queued'`)

async function until(holds: () => boolean | Promise<boolean>, ms = 15_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds());) {
    if (Date.now() > end) throw new Error('did not come about in time')
    await sleep(20)
  }
}

test('a mail is sent once, and its text is deleted afterwards', async () => {
  const { url, mails } = await serve()
  await welcome('ann@example.com')
  await drain(url)
  await drain(url)
  expect(mails).toHaveLength(1)
  const [row] = await outbox()
  expect(mails[0]).toMatchObject({
    to: ['ann@example.com'],
    headers: {
      from: 'Trunkline <panel@example.net>',
      to: 'ann@example.com',
      subject: 'Welcome to Trunkline',
      'message-id': row!.message_id,
      'auto-submitted': 'auto-generated',
    },
  })
  expect(row).toMatchObject({ state: 'sent', attempts: 1, body_text: '' })
})

test('mails of one thread name the same id, so that mail programs show one conversation', async () => {
  const { url, mails } = await serve()
  for (const title of ['Device unreachable', 'Device unreachable: ended'])
    await system((tx) =>
      context.queue(tx, {
        kind: 'alert',
        to: 'ann@example.com',
        locale: 'en',
        company_id: null,
        thread: 'alert-7',
        data: { title, lines: [title], target: 'NOC', link: 'https://panel.example/alerts/details/7' },
      }),
    )
  await drain(url)
  expect(mails).toHaveLength(2)
  for (const { headers } of mails)
    expect(headers).toMatchObject({ references: '<alert-7@example.net>', 'in-reply-to': '<alert-7@example.net>' })
  expect(mails[0]!.headers['message-id']).not.toBe(mails[1]!.headers['message-id'])
})

test('a mail of a transaction that rolls back is never queued', async () => {
  await expect(
    system(async (tx) => {
      await context.queue(tx, {
        kind: 'welcome',
        to: 'ann@example.com',
        locale: 'en',
        company_id: null,
        data: { name: 'Ann', link: 'https://x' },
      })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await outbox()).toEqual([])
})

test('one cause that queues twice is one mail', async () => {
  expect(await welcome('ann@example.com', 'welcome:1')).toBeTypeOf('number')
  expect(await welcome('ann@example.com', 'welcome:1')).toBeNull()
  expect(await outbox()).toHaveLength(1)
})

test("a tenant's transaction queues mail and can't read the outbox", async () => {
  const tenant = { company_id: 1, everything: false }
  await withTenant(database.databases, tenant, { write: true }, (tx) =>
    context.queue(tx, {
      kind: 'welcome',
      to: 'ann@example.com',
      locale: 'en',
      company_id: null,
      data: { name: 'Ann', link: 'https://x' },
    }),
  )
  expect(await outbox()).toHaveLength(1)
  await expect(database.databases.app.query('select * from mail')).rejects.toThrow(/permission denied/)
})

test('a 4xx is retried with growing delays, and fails after ten attempts', async () => {
  let code: number | 'accept' = 451
  const { url, mails } = await serve({ rcpt: () => code })
  await welcome('slow@example.com')
  const delays: number[] = []
  for (let attempt = 1; attempt <= 9; attempt++) {
    await drain(url)
    const [row] = await outbox()
    expect(row).toMatchObject({ state: 'queued', attempts: attempt })
    expect(row!.last_error).toContain('451')
    delays.push(Math.round(row!.wait / 60))
    await fallDue()
  }
  expect(delays).toEqual([1, 5, 30, 120, 360, 360, 360, 360, 360])
  await drain(url)
  expect(await outbox()).toMatchObject([{ state: 'failed', attempts: 10 }])

  code = 'accept'
  const [{ id }] = (await database.databases.appAll.query<{ id: number }>('select id from mail')).rows as [
    { id: number },
  ]
  expect(await system((tx) => context.retry(tx, id))).toBe(true)
  await drain(url)
  expect(mails).toHaveLength(1)
  expect(await system((tx) => context.retry(tx, id))).toBe(false)
})

test('a 5xx to the recipient or the text fails at once', async () => {
  const { url } = await serve({ rcpt: (address) => (address.startsWith('nobody') ? 550 : 'accept'), data: () => 554 })
  await welcome('nobody@example.com')
  await welcome('spam@example.com')
  await drain(url)
  const rows = await outbox()
  expect(rows).toMatchObject([
    { state: 'failed', attempts: 1 },
    { state: 'failed', attempts: 1 },
  ])
  expect(rows[0]!.last_error).toContain('550')
  expect(rows[1]!.last_error).toContain('554')
})

test('a rejected sign-in fails no mail', async () => {
  const { url } = await serve()
  await welcome('ann@example.com')
  // This server supports no sign-in, so that the attempt is rejected with 5xx.
  await drain(`${url.replace('smtp://', 'smtp://user:wrong@')}/?forceAuth=true`)
  expect(await outbox()).toMatchObject([{ state: 'queued', attempts: 1 }])
})

test('an unavailable server delays one mail, not each of them', async () => {
  await welcome('ann@example.com')
  await welcome('bob@example.com')
  await drain(nowhere)
  expect(await outbox()).toMatchObject([
    { state: 'queued', attempts: 1 },
    { state: 'queued', attempts: 0 },
  ])
})

test('a connection that is cut in the middle of a mail loses and duplicates no mail', async () => {
  let cuts = 2
  const { url, mails } = await serve({ data: () => (cuts-- > 0 ? 'drop' : 'accept') })
  await welcome('ann@example.com')
  for (let i = 0; i < 4; i++) {
    await drain(url)
    await fallDue()
  }
  expect(mails).toHaveLength(1)
  expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 3 }])
})

test('a mail server that restarts gets the rest afterwards', async () => {
  const first = await serve()
  for (const name of ['ann', 'bob', 'cid']) await welcome(`${name}@example.com`)
  await database.databases.appAll.query(
    `update mail set next_at = now() + interval '1 hour' where to_address <> 'ann@example.com'`,
  )
  await drain(first.url)
  await first.stop()
  await fallDue()
  await drain(first.url)
  const second = await serve({ port: first.port })
  await fallDue()
  await drain(second.url)
  expect([...first.mails, ...second.mails].map((mail) => mail.to[0]).toSorted()).toEqual([
    'ann@example.com',
    'bob@example.com',
    'cid@example.com',
  ])
  expect((await outbox()).map((row) => row.state)).toEqual(['sent', 'sent', 'sent'])
})

test('concurrent workers send each mail once', async () => {
  const { url, mails } = await serve()
  for (let i = 0; i < 30; i++) await welcome(`user${i}@example.com`)
  await Promise.all(Array.from({ length: 6 }, () => drain(url)))
  expect(mails.map((mail) => mail.to[0])).toHaveLength(30)
  expect(new Set(mails.map((mail) => mail.to[0])).size).toBe(30)
})

test('a worker whose lease has expired does not overwrite the attempt of another', async () => {
  const { url } = await serve({
    // While this attempt hangs, its lease expires and another worker claims the mail.
    rcpt: async () => {
      await database.databases.appAll.query('update mail set attempts = attempts + 1')
      return 550
    },
  })
  await welcome('ann@example.com')
  await drain(url)
  expect(await outbox()).toMatchObject([{ state: 'queued', attempts: 2, last_error: null }])
})

test('a worker whose lease has expired but which sent the mail records it', async () => {
  const { url } = await serve({
    onMail: async () => void (await database.databases.appAll.query('update mail set attempts = attempts + 1')),
  })
  await welcome('ann@example.com')
  await drain(url)
  expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 2 }])
})

test('a mail whose attempts never end fails', async () => {
  const { url, mails } = await serve()
  await welcome('ann@example.com')
  await database.databases.appAll.query('update mail set attempts = 10')
  await drain(url)
  expect(mails).toEqual([])
  expect(await outbox()).toMatchObject([{ state: 'failed' }])
})

test('the commit that queues a mail wakes a worker, which sends it', async () => {
  const { url, mails } = await serve()
  const workers = await startWorkers({
    databases: database.databases,
    log,
    tasks: mailTasks({ smtpUrl: url, mailFrom, key }),
  })
  try {
    await welcome('ann@example.com')
    await until(() => mails.length === 1, 5000)
    await until(async () => (await outbox())[0]!.state === 'sent')
  } finally {
    await workers.stop(2000)
  }
})

test('without a mail server mails are stored with their text, and no job is queued', async () => {
  const configuredMail = createMailService({ smtpUrl: undefined, mailFrom, key })
  const link = 'https://panel.example.net/login'
  await system((tx) =>
    configuredMail.queue(tx, {
      kind: 'welcome',
      to: 'ann@example.com',
      locale: 'de',
      company_id: null,
      data: { name: 'Ann', link },
    }),
  )
  await welcome('bob@example.com')
  const workers = await startWorkers({
    databases: database.databases,
    log,
    tasks: mailTasks({ smtpUrl: undefined, mailFrom, key }),
  })
  await until(async () => (await outbox()).every((row) => row.state === 'kept'))
  await workers.stop(2000)
  expect((await outbox())[0]!.body_text).toContain(link)
  const [{ id }] = (await database.databases.appAll.query<{ id: number }>('select id from mail')).rows as [
    { id: number },
  ]
  expect(await system((tx) => configuredMail.retry(tx, id))).toBe(false)
})

test('a worker that is killed between the last byte and the reply loses no mail, and the second copy has the same Message-ID', async () => {
  const { url, mails } = await serve({
    onMail: () => {
      if (mails.length > 1) return
      child?.kill('SIGKILL')
      return new Promise(() => {})
    },
  })
  await welcome('ann@example.com')
  child = startWorkerProcess(url)
  await once(child, 'exit')
  expect(await outbox()).toMatchObject([{ state: 'queued', attempts: 1 }])
  // The lease protects it until it expires.
  await drain(url)
  expect(mails).toHaveLength(1)
  await fallDue()
  await drain(url)
  expect(mails).toHaveLength(2)
  expect(mails[1]!.headers['message-id']).toBe(mails[0]!.headers['message-id'])
  expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 2 }])
}, 60_000)

/** A worker process, so that the test can kill it. */
function startWorkerProcess(smtpUrl: string): ChildProcess {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const code = `
    import { openDatabases } from ${at('../db/databases.ts')}
    import { startWorkers } from ${at('../jobs/workers.ts')}
    import { createLog } from ${at('../log.ts')}
    import { mailTasks } from ${at('./tasks.ts')}
    const databases = await openDatabases({ ownerUrl: ${JSON.stringify(database.url)}, pool: { app: 1, appAll: 3 } })
    await startWorkers({ databases, log: createLog('warn'), tasks: mailTasks({ smtpUrl: ${JSON.stringify(smtpUrl)}, mailFrom: ${JSON.stringify(mailFrom)}, key: Buffer.alloc(32, 7) }) })`
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
