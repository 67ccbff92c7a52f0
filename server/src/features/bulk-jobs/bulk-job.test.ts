import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobResults, runBulkJob, showJob, startedJob } from '../../testing/bulk-jobs.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { panelKey, type ApiCall } from '../../testing/panel.ts'
import { createModel } from '../../testing/hardware/create-catalogue.ts'
import { taskContext } from '../../testing/task-context.ts'
import { bulkTasks } from './tasks.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, sibling: ApiCall
beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  sibling = await fixture.as('sibling')
})
afterAll(() => fixture?.panel.stop())

const query = async <T>(statement: ReturnType<typeof sql<T>>) =>
  (await fixture.panel.sql((tx) => statement.execute(tx))).rows

let serial = 0
/** Sites of a client, with names that only this call uses. */
async function createSites(count: number, company: keyof Fixture['companies'] = 'client') {
  const prefix = `Group ${++serial} site`
  const rows = await query(sql<{ id: number }>`
    insert into site (company_id, name)
    select ${fixture.companies[company]}, ${prefix}::text || ' ' || lpad(n::text, 4, '0') from generate_series(1, ${count}::int) n
    returning id`)
  return { prefix, ids: rows.map(({ id }) => id).toSorted((a, b) => a - b) }
}
const deletedOf = async (ids: readonly number[]) =>
  (
    await query(
      sql<{
        id: number
      }>`select id from site where id = any (${[...ids]}::bigint[]) and deleted_at is not null order by id`,
    )
  ).map(({ id }) => id)
const trash = (call: ApiCall, body: object) => call('POST', '/site/bulk/destroy', body)
const run = (id: number, of = {}) => runBulkJob(fixture.panel, id, of)

describe('a selection', () => {
  test('by ids runs after the reply, and reports each row by its name', async () => {
    const { ids, prefix } = await createSites(3)
    const reply = await trash(master, { ids })
    const id = startedJob(reply)
    expect(reply.body.data).toMatchObject({
      action: 'site.bulk-destroy',
      object: 'site',
      params: {},
      state: 'queued',
      total: 3,
      done: 0,
    })
    expect(await deletedOf(ids)).toEqual([])
    await run(id)
    expect(await deletedOf(ids)).toEqual(ids)
    expect(await showJob(master, id)).toMatchObject({ state: 'done', total: 3, done: 3, skipped: 0, failed: 0 })
    const { body } = await master('GET', `/bulk-job/${id}/report?search=state:done`)
    expect(body.data.map(({ row_id, name }: { row_id: number; name: string }) => [row_id, name])).toEqual(
      ids.map((row, at) => [row, `${prefix} 000${at + 1}`]),
    )
    const log = await query(
      sql<{
        actor: string
      }>`select actor_name as actor from audit_log where subject = 'sites' and action = 'destroy' and object_id = ${ids[0]!}`,
    )
    expect(log).toHaveLength(1)
    expect(log[0]!.actor).toContain('@panel.example')
  })

  test('by query contains the matching rows, and is rejected with the new count if the count has changed', async () => {
    const { ids, prefix } = await createSites(5)
    const matching = { search: `name:${prefix}`, searchFields: 'name:like', total: 4 }
    const moved = await trash(master, { matching })
    expect([moved.status, moved.body.error.code, moved.body.error.details]).toEqual([
      409,
      'selection_moved',
      { total: 5 },
    ])
    const id = startedJob(await trash(master, { matching: { ...matching, total: 5 } }))
    // A row that starts to match later is not part of the selection.
    const late = await createSites(1)
    await query(sql`update site set name = ${`${prefix} late`} where id = ${late.ids[0]!}`)
    await run(id)
    expect(await deletedOf([...ids, ...late.ids])).toEqual(ids)
  })

  test('with a row of another company is not found, like one with a missing row, and nothing changes', async () => {
    const own = await createSites(2)
    const other = await createSites(1, 'foreign')
    const before = await query(sql`select from bulk_job`)
    for (const foreign of [other.ids[0]!, 4_000_000_000]) {
      const reply = await trash(master, { ids: [...own.ids, foreign] })
      expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found'])
    }
    expect(await query(sql`select from bulk_job`)).toHaveLength(before.length)
    expect(await deletedOf(own.ids)).toEqual([])
  })

  test('needs ids or a query, not both and not an empty one', async () => {
    const { ids } = await createSites(1)
    for (const body of [
      {},
      { ids, matching: { total: 1 } },
      { matching: { search: 'name:nothing at all', total: 0 } },
    ]) {
      const reply = await trash(master, body)
      expect([reply.status, reply.body.error.messages.ids?.reason], reply.text).toEqual([422, 'selection.required'])
    }
    const many = await trash(master, { ids: Array.from({ length: 1001 }, (_, at) => at + 1) })
    expect([many.status, many.body.error.messages.ids.reason]).toEqual([422, 'field.max_entries'])
  })

  test('is rejected for a user without the ability of its call', async () => {
    const { ids } = await createSites(1)
    const reader = await fixture.as('master', 'read-only')
    expect((await trash(reader, { ids })).status).toBe(403)
  })
})

describe('a job', () => {
  test('is visible only to the user who started it', async () => {
    const { ids } = await createSites(1)
    const id = startedJob(await trash(master, { ids }))
    const colleague = await fixture.as('master', 'admin')
    for (const call of [provider, colleague, sibling]) {
      for (const [method, what] of [
        ['GET', 'show'],
        ['GET', 'report'],
        ['PUT', 'cancel'],
        ['POST', 'retry'],
      ] as const)
        expect((await call(method, `/bulk-job/${id}/${what}`)).status, what).toBe(404)
      const list = await call('GET', '/bulk-job/index?perPage=200')
      expect(list.body.data.filter((job: { id: number }) => job.id === id)).toEqual([])
    }
    const list = await master('GET', `/bulk-job/index?search=id:${id}`)
    expect(list.body.data).toHaveLength(1)
  })

  test('skips rows that have the values already or are gone, fails rows that are rejected, and retries those', async () => {
    const { ids } = await createSites(4)
    const [trashed, busy, gone, plain] = ids as [number, number, number, number]
    const [device] = await fixture.panel.sql(async (tx) => {
      const model_id = await createModel(tx)
      const { rows } = await sql<{ id: number }>`
        insert into hardware (company_id, site_id, name, model_id) values (${fixture.companies.client}, ${busy}, 'Router', ${model_id})
        returning id`.execute(tx)
      return rows
    })
    const id = startedJob(await trash(master, { ids }))
    await query(sql`update site set deleted_at = now() where id = ${trashed}`)
    await query(sql`delete from site where id = ${gone}`)
    await run(id)
    expect(await jobResults(master, id)).toEqual({
      [trashed]: 'skipped bulk.unchanged',
      [busy]: 'failed site.not_empty',
      [gone]: 'skipped not_found',
      [plain]: 'done',
    })
    expect(await showJob(master, id)).toMatchObject({ state: 'done', done: 1, skipped: 2, failed: 1 })
    await query(sql`update hardware set site_id = null where id = ${device!.id}`)
    const retried = await master('POST', `/bulk-job/${id}/retry`)
    expect([retried.status, retried.body.data.state, retried.body.data.failed]).toEqual([202, 'queued', 0])
    const again = await master('POST', `/bulk-job/${id}/retry`)
    expect([again.status, again.body.error.reason]).toEqual([409, 'bulk.still_running'])
    await run(id)
    expect(await showJob(master, id)).toMatchObject({ state: 'done', done: 2, skipped: 2, failed: 0 })
    const none = await master('POST', `/bulk-job/${id}/retry`)
    expect([none.status, none.body.error.reason]).toEqual([409, 'bulk.nothing_failed'])
  })

  test('is exported with the text of each reason', async () => {
    const { ids, prefix } = await createSites(2)
    const id = startedJob(await trash(master, { ids }))
    await query(sql`update site set deleted_at = now() where id = ${ids[0]!}`)
    await run(id)
    const { text, headers } = await master('GET', `/bulk-job/${id}/report?export=csv`)
    expect(headers['content-type']).toContain('text/csv')
    const lines = text.trimEnd().split('\r\n')
    expect(lines[0]).toContain('"row_id","name","state"')
    expect(lines[1]).toContain(`"${prefix} 0001","skipped","conflict","Already as requested."`)
    expect(lines[2]).toContain(`"${prefix} 0002","done"`)
  })

  test('that is cancelled leaves the rows that it has not reached', async () => {
    const { ids } = await createSites(6)
    const id = startedJob(await trash(master, { ids }))
    const context = taskContext(fixture.panel.databases)
    let rows = 0
    await run(id, {
      caller: async (...of: Parameters<typeof context.caller>) => {
        if (++rows === 3) expect((await master('PUT', `/bulk-job/${id}/cancel`)).status).toBe(200)
        return context.caller(...of)
      },
    })
    expect(await deletedOf(ids)).toEqual(ids.slice(0, 2))
    expect(await showJob(master, id)).toMatchObject({ state: 'cancelled', done: 2, skipped: 4, failed: 0 })
    expect((await jobResults(master, id))[ids[5]!]).toBe('skipped bulk.cancelled')
    const again = await master('PUT', `/bulk-job/${id}/cancel`)
    expect([again.status, again.body.error.reason]).toEqual([409, 'bulk.already_ended'])
  })

  test('stops where its user loses the ability, is deactivated, or is moved', async () => {
    const user = (
      await query(
        sql<{
          id: number
          company_id: number
        }>`select id, company_id from app_user where company_id = ${fixture.companies.master} and role = 'admin'`,
      )
    )[0]!
    const admin = await fixture.panel.as(user)
    for (const [change, back, expected] of [
      [
        sql`update app_user set role = 'editor' where id = ${user.id}`,
        sql`update app_user set role = 'admin' where id = ${user.id}`,
        'failed forbidden',
      ],
      [
        sql`update app_user set is_active = false where id = ${user.id}`,
        sql`update app_user set is_active = true where id = ${user.id}`,
        'failed bulk.no_longer_allowed',
      ],
      [
        sql`update company set is_active = false where id = ${user.company_id}`,
        sql`update company set is_active = true where id = ${user.company_id}`,
        'failed bulk.no_longer_allowed',
      ],
    ] as const) {
      const { ids } = await createSites(3)
      const id = startedJob(await trash(admin, { ids }))
      const context = taskContext(fixture.panel.databases)
      let rows = 0
      await run(id, {
        // After the first row.
        caller: async (...of: Parameters<typeof context.caller>) => {
          const result = await context.caller(...of)
          if (++rows === 1) await query(change)
          return result
        },
      })
      await query(back)
      expect(await deletedOf(ids)).toEqual(ids.slice(0, 1))
      const results = await query(sql<{ result: string }>`
        select state || coalesce(' ' || (message ->> 'reason'), '') as result from bulk_job_row where bulk_job_id = ${id} order by id`)
      expect(results.map(({ result }) => result)).toEqual(['done', expected, expected])
      expect((await query(sql<{ state: string }>`select state from bulk_job where id = ${id}`))[0]).toEqual({
        state: 'done',
      })
    }
  })

  test('leaves a row unchanged and queued if the transaction of its result fails', async () => {
    const { ids } = await createSites(2)
    const id = startedJob(await trash(master, { ids }))
    const context = taskContext(fixture.panel.databases)
    await expect(
      run(id, {
        caller: (tenant: Parameters<typeof context.caller>[0], work: Parameters<typeof context.caller>[1]) =>
          context.caller(tenant, async (tx) => {
            await work(tx)
            throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
          }),
      }),
    ).rejects.toThrow()
    expect(await deletedOf(ids)).toEqual([])
    expect(await jobResults(master, id)).toEqual({ [ids[0]!]: 'queued', [ids[1]!]: 'queued' })
    await run(id)
    expect(await deletedOf(ids)).toEqual(ids)
  })

  test('is run by one worker at a time, and by another one after its worker was killed', async () => {
    const { ids } = await createSites(400)
    const id = startedJob(await trash(master, { ids }))
    const script = fileURLToPath(new URL('../../testing/bulk-worker.ts', import.meta.url))
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', script, fixture.panel.url, panelKey.toString('base64'), String(id)],
      { stdio: 'ignore' },
    )
    const ended = once(child, 'exit')
    while ((await deletedOf(ids)).length < 20 && child.exitCode === null) await sleep(5)
    child.kill('SIGKILL')
    await ended
    const before = await deletedOf(ids)
    expect(before.length).toBeGreaterThanOrEqual(20)
    expect(before.length).toBeLessThan(400)
    const done = await query(
      sql<{
        row_id: number
      }>`select row_id from bulk_job_row where bulk_job_id = ${id} and state = 'done' order by row_id`,
    )
    // Effect and result of a row are one transaction.
    expect(done.map(({ row_id }) => row_id)).toEqual(before)
    // The lease of the killed worker lasts.
    await run(id)
    expect(await deletedOf(ids)).toEqual(before)
    await query(sql`update bulk_job set leased_until = now() where id = ${id}`)
    // A run ends after ten seconds, so that other jobs get their turn.
    for (let runs = 0; runs < 5 && (await showJob(master, id)).state === 'running'; runs++) await run(id)
    expect(await deletedOf(ids)).toEqual(ids)
    expect(await showJob(master, id)).toMatchObject({ state: 'done', done: 400, skipped: 0, failed: 0 })
    const audited = await query(sql<{ times: number }>`
      select count(*)::int as times from audit_log where subject = 'sites' and action = 'destroy' and object_id = any (${ids}::bigint[])`)
    expect(audited).toEqual([{ times: 400 }])
  }, 60_000)

  test('is deleted after 30 days, and ended if no worker runs it any more', async () => {
    const old = startedJob(await trash(master, { ids: (await createSites(1)).ids }))
    await run(old)
    const lost = startedJob(await trash(master, { ids: (await createSites(1)).ids }))
    await query(sql`update bulk_job set created_at = now() - interval '31 days' where id = ${old}`)
    await query(sql`delete from graphile_worker._private_jobs where key = ${`bulk-job:${lost}`}`)
    await query(sql`update bulk_job set updated_at = now() - interval '2 hours' where id = ${lost}`)
    await bulkTasks(fixture.panel.deps)['prune-bulk-jobs'].run({}, taskContext(fixture.panel.databases))
    expect((await master('GET', `/bulk-job/${old}/show`)).status).toBe(404)
    expect(await showJob(master, lost)).toMatchObject({ state: 'done', failed: 1 })
    expect(Object.values(await jobResults(master, lost))).toEqual(['failed bulk.interrupted'])
  })
})
