import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RecentAction } from '@trunkline/contract/resources/recent-action'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { panelKey, type ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let master: ApiCall
beforeAll(async () => {
  fixture = await setupFixture()
  master = await fixture.as('master')
})
afterAll(() => fixture?.panel.stop())

let serial = 0
/** A site in the trash, and the action that moved it there. */
async function trashedSite(): Promise<{ site: number; action: number }> {
  const body = { company_id: fixture.companies.client, name: `Yard ${++serial}` }
  const site = (await master('POST', '/site/store', body)).body.data.id
  expect((await master('DELETE', `/site/${site}/destroy`)).status).toBe(204)
  const [action] = (await master('GET', '/account/recent-action/index?limit=1')).body.data as RecentAction[]
  expect(action).toMatchObject({ verb: 'destroy', object_id: site })
  return { site, action: action?.id as number }
}

/** How often the log says that the site was restored. */
const restored = async (site: number) => {
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{ times: number }>`
      select count(*)::int as times from audit_log where subject = 'sites' and object_id = ${site} and action = 'recover'`.execute(
      tx,
    ),
  )
  return rows[0]?.times
}
const path = (action: number) => `/account/recent-action/${action}/undo`

test('of several concurrent undos of an action one succeeds', async () => {
  const { site, action } = await trashedSite()
  const replies = await Promise.all(Array.from({ length: 6 }, () => master('POST', path(action))))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  expect(new Set(replies.filter(({ status }) => status === 409).map(({ body }) => body.error.reason))).toEqual(
    new Set(['undo.done']),
  )
  expect(await restored(site)).toBe(1)
})

test('of several concurrent undos of a bulk job one starts a job', async () => {
  const { site } = await trashedSite()
  expect((await master('PUT', `/site/${site}/recover`)).status).toBe(200)
  const { body } = await master('POST', '/site/bulk/destroy', { ids: [site] })
  await fixture.panel.sql((tx) =>
    sql`update bulk_job set state = 'done', rows_done = 1, started_at = now(), finished_at = now() where id = ${body.data.id}`.execute(
      tx,
    ),
  )
  const undo = () => master('POST', `/bulk-job/${body.data.id}/undo`)
  const statuses = (await Promise.all([undo(), undo(), undo(), undo()])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([202, 409, 409, 409])
})

describe('a process that is killed', () => {
  const script = fileURLToPath(new URL('../../testing/undo-worker.ts', import.meta.url))
  const children: ChildProcess[] = []
  afterAll(() => children.forEach((child) => child.kill('SIGKILL')))

  /** Another process of the panel, which undoes an action; its reply is lost. */
  async function startUndo(action: number, key: string): Promise<ChildProcess> {
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ actor_id: number; company_id: number }>`
        select a.actor_id, u.company_id from audit_log a join app_user u on u.id = a.actor_id where a.id = ${action}`.execute(
        tx,
      ),
    )
    const of = [fixture.panel.url, panelKey.toString('base64'), rows[0]?.actor_id, rows[0]?.company_id, action, key]
    const child = spawn(process.execPath, ['--import', 'tsx', script, ...of.map(String)], { stdio: 'ignore' })
    children.push(child)
    return child
  }

  test('after its commit has undone once: a retry gets the reply, another request an error', async () => {
    const { site, action } = await trashedSite()
    const child = await startUndo(action, 'undo-after')
    while ((await restored(site)) === 0 && child.exitCode === null) await sleep(1)
    child.kill('SIGKILL')
    const retry = await master('POST', path(action), undefined, { 'idempotency-key': 'undo-after' })
    expect([retry.status, retry.body.data]).toEqual([200, { count: 1, not_restored: [] }])
    expect(retry.headers['idempotency-replayed']).toBe('true')
    expect((await master('POST', path(action))).body.error.reason).toBe('undo.done')
    expect(await restored(site)).toBe(1)
  }, 120_000)

  test('before its commit has undone nothing: a retry does it once', async () => {
    const { site, action } = await trashedSite()
    await fixture.panel.sql(async (tx) => {
      // The undo waits for the row, after it has taken its lock and its key.
      await sql`select from site where id = ${site} for update`.execute(tx)
      const child = await startUndo(action, 'undo-before')
      const isWaiting = async () => {
        const { rows } = await sql`
          select from pg_locks w join pg_locks r on r.pid = w.pid and r.relation = 'site'::regclass
            and r.database = (select oid from pg_database where datname = current_database())
          where not w.granted`.execute(tx)
        return rows.length > 0
      }
      for (let tries = 0; tries < 6000 && !(await isWaiting()) && child.exitCode === null; tries++) await sleep(10)
      expect(await isWaiting()).toBe(true)
      child.kill('SIGKILL')
    })
    expect(await restored(site)).toBe(0)
    const retry = () => master('POST', path(action), undefined, { 'idempotency-key': 'undo-before' })
    let reply = await retry()
    // PostgreSQL may still end the transaction of the killed process.
    for (let tries = 0; reply.body.error?.code === 'idempotency_in_flight' && tries < 10; tries++) reply = await retry()
    expect(reply.status, reply.text).toBe(200)
    expect((await master('POST', path(action))).body.error.reason).toBe('undo.done')
    expect(await restored(site)).toBe(1)
  }, 120_000)
})
