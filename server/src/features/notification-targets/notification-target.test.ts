import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { message } from '@trunkline/contract/errors'
import { notificationTargets } from '@trunkline/contract/resources/notification-target'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueNotifications, type NotifiableEvent } from '../../alerts/notify/enqueue.ts'
import type { AlertState } from '../../alerts/notify/deliver.ts'
import { createOutgoing } from '../../alerts/notify/outgoing.ts'
import { sealTarget } from '../../alerts/notify/secret.ts'
import { notificationTasks } from '../../alerts/notify/tasks.ts'
import { describeResource, setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { replied } from '../../testing/messages.ts'
import { panelKey, type ApiCall } from '../../testing/panel.ts'
import { taskContext } from '../../testing/task-context.ts'

describeResource('notification targets', notificationTargets, {
  input: (n) => ({
    name: `Notification target ${String(n).padStart(3, '0')}`,
    kind: 'email',
    recipients: `noc${n}@example.net`,
    notes: 'On call',
  }),
  change: { min_severity: 'critical', status: 'off', notes: null },
  text: 'name',
  filter: 'kind:email',
  bad: [
    { why: 'no name', body: { name: ' ' }, field: 'name' },
    { why: 'an invalid address', body: { recipients: 'noc@example.net, nobody' }, field: 'recipients' },
    { why: 'no recipient', body: { recipients: ' ' }, field: 'recipients' },
    { why: 'a field of another kind', body: { url: 'https://hooks.example.net/a' }, field: 'url' },
    { why: 'quiet hours without an end', body: { quiet_from: '22:00', quiet_until: null }, field: 'quiet_until' },
    { why: 'no time of day', body: { quiet_from: '25:00', quiet_until: '06:00' }, field: 'quiet_from' },
    { why: 'an unknown time zone', body: { time_zone: 'Mars/Olympus' }, field: 'time_zone' },
    { why: 'a negative delay', body: { after_minutes: -1 }, field: 'after_minutes' },
    { why: 'an owner that does not exist', body: { company_id: 4_000_000_000 }, field: 'company_id' },
    { why: 'an unknown field', body: { colour: 'red' }, field: 'colour' },
  ],
})

interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** A service on this machine, whose reply the test decides. */
async function startService() {
  const received: Received[] = []
  const state = { reply: (_: Received, response: ServerResponse) => void response.end('ok') }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() }
      received.push(one)
      state.reply(one, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { received, state, url: `http://127.0.0.1:${port}/hook`, port, stop: () => server.close() }
}

let fixture: Fixture
let master: ApiCall
let service: Awaited<ReturnType<typeof startService>>
const states = new Map<number, AlertState>()

beforeAll(async () => {
  fixture = await setupFixture()
  master = await fixture.as('master')
  service = await startService()
})
afterAll(async () => {
  service?.stop()
  await fixture?.panel.stop()
})
beforeEach(async () => {
  service.received.length = 0
  service.state.reply = (_, response) => void response.end('ok')
  states.clear()
  await fixture.panel.sql((tx) => sql`delete from notification_target`.execute(tx))
})

const send = () => {
  const tasks = notificationTasks(fixture.panel.deps.config, {
    alertState: async (_, id) => states.get(id) ?? 'open',
    allow: (address) => address === '127.0.0.1',
  })
  return tasks['send-notifications'].run({}, taskContext(fixture.panel.databases))
}

/** A webhook of the service on this machine, whose address no user could store. */
async function webhook(of: Record<string, unknown> = {}): Promise<number> {
  const { status, body, text } = await master('POST', notificationTargets.store.path, {
    name: 'Service',
    kind: 'webhook',
    url: 'https://hooks.example.net/a',
    token: 'signing-secret-of-ours',
    ...of,
  })
  expect(status, text).toBe(201)
  const secret = sealTarget(panelKey, { url: service.url, token: 'signing-secret-of-ours' })
  await fixture.panel.sql((tx) =>
    sql`update notification_target set secret = ${secret} where id = ${body.data.id}`.execute(tx),
  )
  return body.data.id
}

const emit = async (
  of: Partial<Omit<NotifiableEvent, 'content'>> & {
    event?: 'firing' | 'resolved' | 'acknowledged'
    severity?: 'info' | 'warning' | 'critical'
  } = {},
) => {
  const { event = 'firing', severity = 'critical', ...rest } = of
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{ ancestor_ids: number[] }>`select ancestor_ids from company where id = ${fixture.companies.reseller}`.execute(
      tx,
    ),
  )
  await fixture.panel.sql((tx) =>
    enqueueNotifications(tx, {
      alert_id: 7,
      seq: 1,
      ancestor_ids: rows[0]!.ancestor_ids,
      ...rest,
      content: {
        event,
        severity,
        summary: message('notification.test'),
        company: 'North Reseller',
        at: '2026-03-01T12:00:00.000Z',
        path: '/alerts/details/7',
        thread: '7',
      },
    }),
  )
}
const deliveriesOf = async (id: number) => (await master('GET', `/notification-target/${id}/deliveries`)).body.data
const mailsTo = async (addresses: string[]) => {
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{ to_address: string; subject: string; thread_id: string | null }>`
      select to_address, subject, thread_id from mail where kind = 'alert' and to_address = any (${addresses}) order by 1`.execute(
      tx,
    ),
  )
  return rows
}
const due = () =>
  fixture.panel.sql((tx) => sql`update notification_delivery set next_at = now() where state = 'queued'`.execute(tx))

describe('the address and the token', () => {
  test('are stored encrypted, never returned, and kept by an update that leaves them out', async () => {
    const { body } = await master('POST', notificationTargets.store.path, {
      name: 'Chat',
      kind: 'webhook',
      url: 'https://hooks.example.net/T0/secret-part',
      token: 'Token-Part',
    })
    const { id } = body.data
    await master('PUT', `/notification-target/${id}/update`, { min_severity: 'info' })
    await master('PUT', `/notification-target/${id}/update`, { token: null })
    const shown = await master('GET', `/notification-target/${id}/show`)
    expect(shown.body.data).toMatchObject({ host: 'hooks.example.net', has_token: false })
    const log = await master('GET', '/audit/index?per_page=100')
    for (const { text } of [shown, log, await master('GET', '/notification-target/index')])
      expect(text).not.toMatch(/secret-part|Token-Part/)
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ secret: Buffer }>`select secret from notification_target where id = ${id}`.execute(tx),
    )
    expect(rows[0]!.secret.toString('latin1')).not.toContain('secret-part')
  })

  test.each([
    'http://hooks.example.net/a',
    'ftp://hooks.example.net',
    'hooks.example.net',
    'https://user:pw@hooks.example.net/',
  ])('%s is rejected', async (url) => {
    const reply = await master('POST', notificationTargets.store.path, { name: 'Chat', kind: 'slack', url })
    expect([reply.status, reply.body.error.messages]).toEqual([422, { url: replied('notification.url_format') }])
  })

  test.each([
    ['http://127.0.0.1:9/', 'notification.address_blocked'],
    ['https://127.0.0.1/', 'notification.address_blocked'],
    ['https://10.1.2.3/', 'notification.address_blocked'],
    ['https://169.254.169.254/', 'notification.address_blocked'],
    ['https://[::1]/', 'notification.address_blocked'],
    ['https://2130706433/', 'notification.address_blocked'],
  ])('nothing is sent to %s', async (url, reason) => {
    const outgoing = createOutgoing({ networks: [], ports: [], own: [] })
    const reply = await outgoing({ method: 'POST', url, headers: {}, body: '' }, new AbortController().signal)
    expect(reply).toMatchObject({ verdict: { end: 'rejected', error: { reason } } })
  })
})

describe('messages', () => {
  test('a test message shows the reply, without the secrets that it repeats', async () => {
    const id = await webhook()
    service.state.reply = (one, response) => {
      response.statusCode = 202
      response.end(`got it ${String(one.headers['webhook-id'])} signing-secret-of-ours`)
    }
    expect((await master('POST', `/notification-target/${id}/test`)).status).toBe(202)
    await send()
    expect(service.received).toHaveLength(1)
    expect(service.received[0]!.headers['webhook-signature']).toMatch(/^v1,/)
    const [delivery] = await deliveriesOf(id)
    expect(delivery).toMatchObject({ event: 'test', state: 'sent', attempts: 1, http_status: 202 })
    expect(delivery.response).toMatch(/^got it msg_\d+ •••$/)
    expect((await master('GET', `/notification-target/${id}/show`)).body.data).toMatchObject({ failing_since: null })
  })

  test('go to targets of the company and of those above it, by severity, once for each event', async () => {
    const own = await webhook({ name: 'Own', company_id: fixture.companies.reseller })
    const above = await webhook({ name: 'Above' })
    const critical = await webhook({ name: 'Critical only', min_severity: 'critical' })
    const beside = await webhook({ name: 'Beside', company_id: fixture.companies.client })
    await emit({ severity: 'warning' })
    await emit({ severity: 'warning' })
    await send()
    const counts = await Promise.all([own, above, critical, beside].map(async (id) => (await deliveriesOf(id)).length))
    expect(counts).toEqual([1, 1, 0, 0])
    expect(service.received).toHaveLength(2)
  })

  test('the end of an alert goes exactly to those who got its beginning', async () => {
    const early = await webhook({ name: 'Early' })
    const mute = await webhook({ name: 'Beginning only', send_resolved: false })
    await emit({})
    await send()
    const late = await webhook({ name: 'Late' })
    await emit({ seq: 2, event: 'resolved' })
    await send()
    const events = async (id: number) => (await deliveriesOf(id)).map(({ event }: { event: string }) => event)
    expect(await events(early)).toEqual(['resolved', 'firing'])
    expect(await events(mute)).toEqual(['firing'])
    expect(await events(late)).toEqual([])
  })

  test('an end is not sent where the alert was over before its beginning was sent', async () => {
    const id = await webhook({ after_minutes: 30 })
    await emit({})
    states.set(7, 'closed')
    await emit({ seq: 2, event: 'resolved' })
    await due()
    await send()
    // The end may have waited for the decision about the beginning.
    await due()
    await send()
    states.delete(7)
    expect(service.received).toEqual([])
    expect(await deliveriesOf(id)).toMatchObject([
      { event: 'resolved', state: 'dropped', error: { reason: 'notification.over' } },
      { event: 'firing', state: 'dropped', error: { reason: 'notification.over' } },
    ])
  })

  test('a message that is due during maintenance waits, without an attempt', async () => {
    const id = await webhook()
    await emit({})
    states.set(7, 'maintenance')
    await send()
    expect(service.received).toEqual([])
    expect(await deliveriesOf(id)).toMatchObject([{ event: 'firing', state: 'queued', attempts: 0 }])
    states.delete(7)
    await due()
    await send()
    expect(await deliveriesOf(id)).toMatchObject([{ event: 'firing', state: 'sent', attempts: 1 }])
  })

  test('a failure is retried, with the same id, until the service accepts it', async () => {
    const id = await webhook()
    let failures = 2
    service.state.reply = (_, response) => {
      response.statusCode = failures-- > 0 ? 503 : 200
      response.end()
    }
    await emit({})
    await send()
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'queued', attempts: 1, http_status: 503, error: { reason: 'notification.server_error' } },
    ])
    await send()
    expect(service.received).toHaveLength(1)
    for (const _ of [1, 2]) {
      await due()
      await send()
    }
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'sent', attempts: 3, error: null }])
    expect(new Set(service.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('a message of a worker that died is sent by the next one', async () => {
    const id = await webhook()
    await emit({})
    await fixture.panel.sql((tx) =>
      sql`update notification_delivery set attempts = 1, next_at = now() + interval '60 seconds'`.execute(tx),
    )
    await send()
    expect(service.received).toHaveLength(0)
    await due()
    await send()
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  test('a target whose address is gone is switched off, and later messages are not sent', async () => {
    const id = await webhook()
    service.state.reply = (_, response) => {
      response.statusCode = 410
      response.end()
    }
    await emit({})
    await emit({ alert_id: 8 })
    await send()
    const shown = await master('GET', `/notification-target/${id}/show`)
    expect(shown.body.data).toMatchObject({ status: 'off', last_error: { reason: 'notification.gone' } })
    await emit({ alert_id: 9 })
    expect((await deliveriesOf(id)).map(({ state }: { state: string }) => state)).not.toContain('sent')
  })

  test('an escalation is sent after its time, unless somebody has acknowledged the alert', async () => {
    const id = await webhook({ after_minutes: 30 })
    await emit({})
    await emit({ alert_id: 8 })
    await send()
    expect(service.received).toHaveLength(0)
    states.set(8, 'acknowledged')
    await due()
    await send()
    expect((await deliveriesOf(id)).map(({ state }: { state: string }) => state)).toEqual(['dropped', 'sent'])
  })

  test('an alert that was over before its first message is not sent', async () => {
    const id = await webhook()
    states.set(7, 'closed')
    await emit({})
    await send()
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'dropped', error: { reason: 'notification.over' } }])
    expect(service.received).toHaveLength(0)
  })

  test('quiet hours delay all but critical messages', async () => {
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ from: string; until: string }>`
        select to_char(now() at time zone 'UTC' - interval '1 hour', 'HH24:MI') as from, to_char(now() at time zone 'UTC' + interval '1 hour', 'HH24:MI') as until`.execute(
        tx,
      ),
    )
    const id = await webhook({ quiet_from: rows[0]!.from, quiet_until: rows[0]!.until, time_zone: 'UTC' })
    await emit({ severity: 'warning' })
    await emit({ alert_id: 8, severity: 'critical' })
    await send()
    const [critical, warning] = await deliveriesOf(id)
    expect(critical).toMatchObject({ state: 'sent' })
    expect(warning).toMatchObject({ state: 'queued', attempts: 0 })
    const wait = Date.parse(warning.next_at) - Date.now()
    expect(wait).toBeGreaterThan(58 * 60_000)
    expect(wait).toBeLessThan(61 * 60_000)
  })

  test('a mail goes to each recipient through the outbox', async () => {
    const stored = await master('POST', notificationTargets.store.path, {
      name: 'Mail',
      kind: 'email',
      recipients: 'a@example.net, b@example.net; a@example.net',
    })
    await emit({})
    await send()
    const rows = await mailsTo(['a@example.net', 'b@example.net'])
    // One conversation for each alert.
    expect(new Set(rows.map(({ thread_id }) => thread_id)).size).toBe(1)
    expect(rows[0]!.thread_id).toMatch(/^<alert-\d+@[^<>]+>$/)
    expect(rows.map(({ to_address }) => to_address)).toEqual(['a@example.net', 'b@example.net'])
    expect(rows[0]!.subject).toMatch(/^Critical: /)
    // Test panels have no mail server.
    expect(await deliveriesOf(stored.body.data.id)).toMatchObject([{ state: 'failed' }, { state: 'failed' }])
  })

  describe('from the tenth message to a recipient in a minute on', () => {
    const slack = () => webhook({ kind: 'slack', url: 'https://hooks.slack.com/services/a', token: undefined })
    const emitMany = async (count: number, first = 100) => {
      for (let i = 0; i < count; i++)
        await emit({ alert_id: first + i, severity: i === count - 1 ? 'critical' : 'warning' })
    }
    const texts = () => service.received.map(({ body }) => String(JSON.parse(body).text))
    const delaysOf = async (id: number) =>
      (await deliveriesOf(id))
        .filter(({ state }: { state: string }) => state === 'queued')
        .map(({ next_at }: { next_at: string }) => Date.parse(next_at) - Date.now())
    /** As if the sent messages were that much older. */
    const later = (seconds: number) =>
      fixture.panel.sql((tx) =>
        sql`update notification_delivery set ended_at = ended_at - make_interval(secs => ${seconds})`.execute(tx),
      )

    test('all that are due are one message, the most severe alert first', async () => {
      const id = await slack()
      await emitMany(25)
      await send()
      expect(texts()).toHaveLength(1)
      const [title, first, ...others] = texts()[0]!.split('\n')
      expect(title).toContain('25 alerts: 25 new')
      expect(first).toMatch(/^Critical: .*\(North Reseller\)$/)
      expect(others.filter((line) => line.startsWith('Warning: '))).toHaveLength(19)
      expect(texts()[0]).toContain('and 5 more')
      expect(texts()[0]).toContain('/alerts/list')
      const deliveries = await deliveriesOf(id)
      expect(deliveries).toHaveLength(25)
      for (const one of deliveries) expect(one).toMatchObject({ state: 'sent', attempts: 1, together: 25 })
    })

    test('those after it wait for 15 seconds, and are one message too', async () => {
      const id = await slack()
      await emitMany(9)
      await send()
      expect(texts()).toHaveLength(9)
      await emitMany(3, 200)
      await emit({ alert_id: 100, seq: 2, event: 'resolved' })
      await send()
      expect(texts()).toHaveLength(9)
      const delays = await delaysOf(id)
      expect(delays).toHaveLength(4)
      for (const delay of delays) expect(delay > 0 && delay <= 15_000, String(delay)).toBe(true)
      await later(16)
      await due()
      await send()
      expect(texts()).toHaveLength(10)
      expect(texts()[9]).toContain('4 alerts: 3 new, 1 resolved')
      // A minute later each is a message of its own again.
      await later(60)
      await emitMany(2, 300)
      await send()
      expect(texts()).toHaveLength(12)
    })

    test('a failure is retried as one message', async () => {
      const id = await slack()
      service.state.reply = (_, response) => void response.writeHead(500).end('not now')
      await emitMany(12)
      await send()
      for (const one of await deliveriesOf(id)) expect(one).toMatchObject({ state: 'queued', attempts: 1 })
      service.state.reply = (_, response) => void response.end('ok')
      await due()
      await send()
      expect(texts()).toHaveLength(2)
      for (const one of await deliveriesOf(id)) expect(one).toMatchObject({ state: 'sent', attempts: 2, together: 12 })
    })

    test('a mail is one too, for each recipient; a webhook gets each', async () => {
      const stored = await master('POST', notificationTargets.store.path, {
        name: 'Mail',
        kind: 'email',
        recipients: 'c@example.net, d@example.net',
      })
      await webhook()
      await emitMany(12)
      await send()
      const rows = await mailsTo(['c@example.net', 'd@example.net'])
      expect(rows.map(({ to_address }) => to_address)).toEqual(['c@example.net', 'd@example.net'])
      for (const row of rows) expect(row).toMatchObject({ thread_id: null, subject: '12 alerts: 12 new' })
      expect(await deliveriesOf(stored.body.data.id)).toHaveLength(24)
      expect(service.received).toHaveLength(12)
    })
  })

  test('a target in the trash sends no test message', async () => {
    const id = await webhook()
    await master('DELETE', `/notification-target/${id}/destroy`)
    const reply = await master('POST', `/notification-target/${id}/test`)
    expect([reply.status, reply.body.error.reason]).toEqual([409, 'notification.trashed'])
  })

  test('a service that does not answer costs ten seconds, and one that redirects is not followed', async () => {
    const id = await webhook()
    service.state.reply = (_, response) => {
      response.statusCode = 302
      response.setHeader('location', 'http://127.0.0.1/')
      response.end()
    }
    await emit({})
    await send()
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'failed', error: { reason: 'notification.redirect' } }])
    service.state.reply = () => {}
    await emit({ alert_id: 8 })
    await send()
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'queued', error: { reason: 'notification.timeout' } })
  })
})

test('a client sees its own and changes none', async () => {
  const { id } = (
    await master('POST', notificationTargets.store.path, {
      name: 'Own',
      kind: 'email',
      recipients: 'a@example.net',
      company_id: fixture.companies.client,
    })
  ).body.data
  const client = await fixture.as('client')
  expect((await client('GET', `/notification-target/${id}/show`)).status).toBe(200)
  expect((await client('PUT', `/notification-target/${id}/update`, { min_severity: 'info' })).status).toBe(403)
  expect((await client('GET', `/notification-target/${id}/deliveries`)).status).toBe(403)
})
