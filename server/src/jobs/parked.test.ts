import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notificationTasks } from '../alerts/notify/tasks.ts'
import { deviceTasks } from '../devices/tasks.ts'
import { attachmentTasks } from '../features/attachments/tasks.ts'
import { bulkTasks } from '../features/bulk-jobs/tasks.ts'
import { importTasks } from '../features/imports/tasks.ts'
import { planTasks } from '../features/ipam/plan-tasks.ts'
import { ipamTasks } from '../features/ipam/tasks.ts'
import { verifyTasks } from '../features/ipam/verify-tasks.ts'
import { tariffTasks } from '../features/tariffs/update-sessions.ts'
import { createLog } from '../log.ts'
import { mailTasks } from '../mail/tasks.ts'
import { sessionTasks } from '../sessions/tasks.ts'
import { setupFixture, type Fixture } from '../testing/describe-resource.ts'
import type { ApiCall } from '../testing/panel.ts'
import { createDevice } from '../testing/devices/create-device.ts'
import { createSession } from '../testing/sessions/create-session.ts'
import { until } from '../testing/radius-here.ts'
import { taskContext } from '../testing/task-context.ts'
import { housekeeping } from './housekeeping.ts'
import { parkedTasks, settleParked } from './parked.ts'
import { defineTasks, nothing, type Tasks } from './tasks.ts'
import { startWorkers } from './workers.ts'

/** Jobs that failed all their attempts, and whether they are still needed. */
let fixture: Fixture
let master: ApiCall
let tasks: Tasks
let service: number, tariff: number, nas: number

const query = async <T = Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  (await fixture.panel.databases.appAll.query(statement, values)).rows as T[]

beforeAll(async () => {
  fixture = await setupFixture()
  master = await fixture.as('master')
  const config = {
    key: Buffer.alloc(32, 7),
    radius: { historyMonths: 13 },
    mailFrom: 'panel@example.net',
    smtpUrl: undefined,
  } as never
  tasks = {
    ...housekeeping({ retention: { auditMonths: 36, sampleDays: 9, readingDays: 400 } }, fixture.panel.url),
    ...mailTasks({ smtpUrl: undefined, mailFrom: 'panel@example.net', key: Buffer.alloc(32, 7) }),
    ...ipamTasks,
    ...tariffTasks,
    ...planTasks,
    ...verifyTasks,
    ...importTasks(config),
    ...attachmentTasks(fixture.panel.deps.config),
    ...bulkTasks(fixture.panel.deps),
    ...notificationTasks(fixture.panel.deps.config, { alertState: async () => 'open' }),
    ...sessionTasks(config, fixture.panel.url),
    ...deviceTasks({ commands: {} as never, submit: undefined as never }),
  }
  nas = await create('nas', { name: 'Tower', address: '192.0.2.1', vendor: 'mikrotik' })
  tariff = await create('tariff', { name: 'Home', download_rate: 50_000, upload_rate: 10_000 })
  service = await create('service', {
    company_id: fixture.companies.client,
    username: 'line',
    password: 'correct horse',
    tariff_id: tariff,
  })
})
afterAll(() => fixture?.panel.stop())
beforeEach(() => query('delete from graphile_worker._private_jobs'))

async function create(path: string, body: object): Promise<number> {
  const reply = await master('POST', `/network/${path}/store`, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

/** A job after its last attempt. `ago`: seconds since it was enqueued. */
async function park(task: string, payload: object, { key = null as string | null, ago = 60 } = {}): Promise<number> {
  const [job] = await query<{ id: number }>(
    `select id from graphile_worker.add_job($1, $2::json, max_attempts => 5, job_key => $3)`,
    [task, JSON.stringify(payload), key],
  )
  await query(
    `update graphile_worker._private_jobs set attempts = 5, last_error = 'x', created_at = now() - make_interval(secs => $2) where id = $1`,
    [job!.id, ago],
  )
  return job!.id
}
const settle = () => settleParked(taskContext(fixture.panel.databases), tasks)
const inQueue = async () =>
  (await query<{ id: number }>('select id from graphile_worker.jobs order by id')).map((job) => job.id)
const alarm = async (task: string) => {
  const { body } = await fixture.panel.app.inject({ url: '/metrics', headers: { host: '127.0.0.1' } })
  return Number(new RegExp(`^trunkline_jobs\\{task="${task}",state="failed"\\} (\\d+)$`, 'm').exec(body)?.[1] ?? 0)
}

/** Parks a job while its effect is missing, then achieves the effect, and expects the alarm to end exactly then. */
async function expectSettledBy(task: string, payload: object, achieve: () => Promise<unknown>): Promise<void> {
  await park(task, payload)
  expect(await settle()).toBe(0)
  expect(await alarm(task)).toBe(1)
  await achieve()
  expect(await settle()).toBe(1)
  expect(await alarm(task)).toBe(0)
  expect(await inQueue()).toEqual([])
}

describe('a parked job raises the alarm until its effect was achieved', () => {
  test('mail: until no mail of that time is queued', async () => {
    const [mail] = await query<{ id: number }>(
      `insert into mail (kind, dedupe_key, to_address, from_name, subject, body_text, body_html, locale, message_id, state, created_at)
       values ('welcome', 'parked', 'ann@example.net', '', 'x', 'x', 'x', 'en', '<x@x>', 'queued', now() - interval '2 minutes') returning id`,
    )
    await expectSettledBy('send-mail', {}, () => query(`update mail set state = 'sent' where id = $1`, [mail!.id]))
  })

  test('a change of a session: until the NAS has replied, or the session has ended, which the request then records', async () => {
    const request = async () => {
      const uid = await fixture.panel.sql((tx) =>
        createSession(tx, { service_id: service, nas_id: nas, started_at: new Date() }),
      )
      const [row] = await query<{ id: number }>(
        `insert into coa_request (company_id, service_id, nas_id, uid, username, kind, reason)
           select company_id, id, $2, $3, username, 'coa', 'tariff' from service where id = $1 returning id`,
        [service, nas, uid],
      )
      return { id: row!.id, uid }
    }
    const answered = await request()
    await expectSettledBy('radius-coa', { id: answered.id }, () =>
      query(`update coa_request set state = 'ack' where id = $1`, [answered.id]),
    )
    const ended = await request()
    await expectSettledBy('radius-coa', { id: ended.id }, () =>
      query('delete from session_live where uid = $1', [ended.uid]),
    )
    expect(await query('select state, detail from coa_request where id = $1', [ended.id])).toEqual([
      { state: 'gone', detail: message('coa.session_ended') },
    ])
    await query('delete from session_live')
  })

  test('the new rates of a tariff: until a change was requested for each session that started before', async () => {
    const uid = await fixture.panel.sql((tx) =>
      createSession(tx, { service_id: service, nas_id: nas, started_at: new Date(Date.now() - 3_600_000) }),
    )
    await expectSettledBy('tell-tariff', { tariff_id: tariff, requested_by: 'Ann' }, () =>
      query(
        `insert into coa_request (company_id, service_id, nas_id, uid, username, kind, reason)
           select company_id, id, $2, $3, username, 'coa', 'tariff' from service where id = $1`,
        [service, nas, uid],
      ),
    )
    await query('delete from session_live')
  })

  test('a quota: until the state of the service matches its usage', async () => {
    await query(`update service set quota_state = 'slowed' where id = $1`, [service])
    await expectSettledBy('radius-quota', { service_id: service }, () =>
      query(`update service set quota_state = 'within' where id = $1`, [service]),
    )
  })

  test('a recount of address space: until another one has run; one that repairs, until the space is consistent', async () => {
    const count = (error_count: number, repaired: number) =>
      query(
        `insert into ip_verification (started_at, finished_at, error_count, repaired) values (now(), clock_timestamp(), $1, $2)`,
        [error_count, repaired],
      )
    await expectSettledBy('verify-ipam', {}, () => count(3, 0))
    await query('delete from ip_verification')
    await park('verify-ipam', { repair: true })
    await count(3, 0)
    expect(await settle()).toBe(0)
    await count(3, 3)
    expect(await settle()).toBe(1)
  })

  test('a plan of address space: until it was executed; a failed one stays an alarm', async () => {
    const [plan] = await query<{ id: number }>(
      `insert into ip_plan (company_id, operation, request, outcome, versions, state)
       values ($1, 'split', '{}', '{}', '{}', 'failed') returning id`,
      [fixture.companies.client],
    )
    await expectSettledBy('run-ip-plan', { plan_id: plan!.id }, () =>
      query(`update ip_plan set state = 'done' where id = $1`, [plan!.id]),
    )
    await park('run-ip-plan', { plan_id: 4711 })
    expect(await settle()).toBe(1)
  })

  test('an import: until it has ended', async () => {
    const [user] = await query<{ id: number; company_id: number }>('select id, company_id from app_user limit 1')
    const [row] = await query<{ id: number }>(
      `insert into import (company_id, user_id, kind, file_name, format, size_bytes, state)
       values ($1, $2, 'companies', 'a.csv', 'csv', 1, 'applying') returning id`,
      [user!.company_id, user!.id],
    )
    await expectSettledBy('run-import', { import_id: row!.id }, () =>
      query(`update import set state = 'cancelled' where id = $1`, [row!.id]),
    )
  })

  test('commands of a device: until none of them is queued', async () => {
    const device = await fixture.panel.sql((tx) => createDevice(tx, { company_id: fixture.companies.client }))
    await query(
      `insert into device_command (company_id, hardware_id, kind, deadline_at) values ($1, $2, 'reboot', now() + interval '1 hour')`,
      [fixture.companies.client, device],
    )
    await expectSettledBy('device-commands', { hardware_id: device }, () =>
      query(`update device_command set state = 'cancelled'`),
    )
  })
})

describe('scheduled jobs', () => {
  const ofClock = { _cron: { ts: '2026-11-22T21:00:00.000Z', backfilled: false } }

  test('one raises the alarm until its next run, and until that one succeeds', async () => {
    const first = await park('prune-mail', ofClock, { key: 'cron:prune-mail' })
    expect(await settle()).toBe(0)
    // The next day graphile-worker clears the key of the parked one.
    const second = await park('prune-mail', ofClock, { key: 'cron:prune-mail' })
    expect(await inQueue()).toEqual([first, second])
    expect(await settle()).toBe(0)
    expect(await alarm('prune-mail')).toBe(2)
    // The run of the day after succeeds.
    const third = await park('prune-mail', ofClock, { key: 'cron:prune-mail' })
    await query('delete from graphile_worker._private_jobs where id = $1', [third])
    expect(await settle()).toBe(2)
    expect(await alarm('prune-mail')).toBe(0)
  })

  test('a run of ipam-fold is replaced by the next one', async () => {
    await park('ipam-fold', {}, { key: 'ipam-fold' })
    expect(await settle()).toBe(0)
    await query(
      `select graphile_worker.add_job('ipam-fold', '{}', job_key => 'ipam-fold', run_at => now() + interval '1 hour')`,
    )
    expect(await settle()).toBe(1)
  })

  test('tasks that this process does not have, and payloads that it cannot read, are not touched', async () => {
    const jobs = [await park('of-a-newer-version', ofClock), await park('radius-coa', { id: 'seven' })]
    expect(await settle()).toBe(0)
    expect(await inQueue()).toEqual(jobs)
  })
})

test('more parked jobs than one statement reads are all checked', async () => {
  await query(
    `select graphile_worker.add_job('radius-coa', '{"id": 999999}', max_attempts => 1) from generate_series(1, 450)`,
  )
  await query(`update graphile_worker._private_jobs set attempts = 1`)
  expect(await settle()).toBe(450)
})

test('after a failed last attempt a job is parked only if its effect was not achieved', async () => {
  const achieved = new Set<string>()
  const failing = (name: string) => ({
    payload: nothing,
    run: () => Promise.reject(new Error('no')),
    settled: async () => (achieved.has(name) ? 'done by another' : undefined),
  })
  const own = defineTasks({ note: failing('note'), fail: failing('fail') })
  achieved.add('note')
  for (const name of ['note', 'fail'])
    await query(`select graphile_worker.add_job($1, '{}', max_attempts => 1)`, [name])
  const log = createLog('silent')
  const workers = await startWorkers({
    databases: fixture.panel.databases,
    tasks: { ...own, ...parkedTasks(own) },
    log,
    concurrency: 1,
  })
  try {
    const left = () =>
      query<{ task: string }>(
        'select task_identifier as task, attempts from graphile_worker.jobs where locked_at is null',
      )
    await until(async () => (await left()).some(({ task }) => task === 'fail'))
    await until(async () => (await left()).length === 1)
    expect(await left()).toEqual([{ task: 'fail', attempts: 1 }])
    // Parked jobs are checked each minute.
    achieved.add('fail')
    await query(`select graphile_worker.add_job('settle-parked', '{}')`)
    await until(async () => (await left()).length === 0)
  } finally {
    await workers.stop(1000)
  }
})

test('each task with enqueued jobs has its own check', async () => {
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{ names: string[] }>`select queueable_tasks() as names`.execute(tx),
  )
  for (const name of rows[0]!.names) expect(tasks[name]?.settled, name).toBeDefined()
})
