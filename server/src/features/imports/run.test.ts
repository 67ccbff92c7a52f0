import { message } from '@trunkline/contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { importConfig, importFile, createCatalogue, reportRows, runJob, upload } from '../../testing/imports.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { taskContext } from '../../testing/task-context.ts'
import { importTasks } from './tasks.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let master: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  await createCatalogue(fixture.panel)
  master = await fixture.as('master')
})
afterAll(() => fixture?.panel.stop())

const path = '/hardware/import'
const csv = (from: number, to: number) =>
  ['name,serial,model', ...Array.from({ length: to - from }, (_, i) => `Device ${from + i},K-${from + i},One`)].join(
    '\n',
  )
const count = (like = '%') =>
  fixture.panel.sql(
    async (tx) =>
      (await sql<{ n: number }>`select count(*) as n from hardware where serial_number like ${like}`.execute(tx))
        .rows[0]!.n,
  )
const show = async (id: number) => (await master('GET', `/import/${id}/show`)).body.data
const begin = async (text: string, fields: object = {}) => {
  const { body } = await upload(master, path, { bytes: text }, fields)
  return body.data.id as number
}

test('an interrupted run leaves no changes, and the next run completes the import', async () => {
  const id = await begin(csv(0, 2500))
  const cut = new AbortController()
  const context = taskContext(fixture.panel.databases)
  let written = 0
  const cutAfterBatch: typeof context.system = async (work) => {
    const result = await context.system(work)
    // The second batch of the ledger: a thousand devices are written and not committed.
    if (++written === 8) cut.abort(new Error('The process stops.'))
    return result
  }
  await expect(runJob(fixture.panel, id, { system: cutAfterBatch, signal: cut.signal })).rejects.toThrow()
  expect(await count('K-%')).toBe(0)
  expect(await show(id)).toMatchObject({ state: 'applying' })
  await runJob(fixture.panel, id, { attempt: 2 })
  expect(await show(id)).toMatchObject({ state: 'done', rows_total: 2500, rows_done: 2500, created: 2500, bad: 0 })
  expect(await count('K-%')).toBe(2500)
  expect(await reportRows(master, id)).toHaveLength(2501)
  // A repeated delivery of the job has no effect.
  await runJob(fixture.panel, id)
  expect(await count('K-%')).toBe(2500)
})

test('a run whose write fails leaves no changes, and ends after the third attempt', async () => {
  const id = await begin('name,serial,model\nX,B-1,One\nY,B-2,One')
  const context = taskContext(fixture.panel.databases)
  const breaking: typeof context.caller = (tenant, work) =>
    context.caller(tenant, async (tx) => {
      await work(tx)
      throw new Error('The connection was lost.')
    })
  await expect(runJob(fixture.panel, id, { caller: breaking })).rejects.toThrow('The connection was lost.')
  await expect(runJob(fixture.panel, id, { caller: breaking, attempt: 2 })).rejects.toThrow('The connection was lost.')
  expect(await count('B-%')).toBe(0)
  expect(await show(id)).toMatchObject({ state: 'applying' })
  await runJob(fixture.panel, id, { attempt: 3 })
  expect(await show(id)).toMatchObject({
    state: 'failed',
    failure: replied('import.interrupted'),
  })
  const again = await master('POST', `/import/${id}/run`, { dry_run: false })
  expect(again.status, again.text).toBe(202)
  await runJob(fixture.panel, id)
  expect(await show(id)).toMatchObject({ state: 'done', created: 2, failure: null })
})

test('a run that is stopped while it runs has no effect', async () => {
  const id = await begin(csv(5000, 7500))
  expect((await upload(master, path, { bytes: 'name,model\na,One' })).status).toBe(409)
  expect((await master('POST', `/import/${id}/run`, { dry_run: true })).status).toBe(409)
  const context = taskContext(fixture.panel.databases)
  let written = 0
  const stopped: typeof context.system = async (work) => {
    if (++written === 7) expect((await master('DELETE', `/import/${id}/destroy`)).status).toBe(204)
    return context.system(work)
  }
  await runJob(fixture.panel, id, { system: stopped })
  expect(written).toBeGreaterThanOrEqual(7)
  expect(await show(id)).toMatchObject({ state: 'cancelled' })
  expect(await count('K-5___')).toBe(0)
})

test('a stopped run does not continue in the next run of the same file', async () => {
  const id = await begin(csv(8000, 10_500))
  const context = taskContext(fixture.panel.databases)
  let written = 0
  const again: typeof context.system = async (work) => {
    if (++written === 7) {
      expect((await master('DELETE', `/import/${id}/destroy`)).status).toBe(204)
      expect((await master('POST', `/import/${id}/run`, { dry_run: true })).status).toBe(202)
    }
    return context.system(work)
  }
  await runJob(fixture.panel, id, { system: again })
  expect(await count('K-8___')).toBe(0)
  expect(await show(id)).toMatchObject({ state: 'checking', rows_done: 0 })
  await runJob(fixture.panel, id)
  expect(await show(id)).toMatchObject({ state: 'checked', rows_done: 2500, created: 2500 })
})

test('a permission withdrawn during a run takes effect, and so does the deactivation of a company', async () => {
  const user = await fixture.panel.sql(async (tx) => {
    const { rows } = await sql<{
      id: number
      company_id: number
    }>`select id, company_id from app_user where company_id = ${fixture.companies.master} and role = 'editor'`.execute(
      tx,
    )
    return rows[0]!
  })
  const editor = await fixture.panel.as(user)
  const set = (change: ReturnType<typeof sql>) => fixture.panel.sql((tx) => change.execute(tx))
  for (const [storeRows, releaseAll] of [
    [
      sql`update app_user set role = 'read-only' where id = ${user.id}`,
      sql`update app_user set role = 'editor' where id = ${user.id}`,
    ],
    [
      sql`update app_user set is_active = false where id = ${user.id}`,
      sql`update app_user set is_active = true where id = ${user.id}`,
    ],
    [
      sql`update company set is_active = false where id = ${user.company_id}`,
      sql`update company set is_active = true where id = ${user.company_id}`,
    ],
  ] as const) {
    const sent = await upload(editor, path, { bytes: 'name,serial,model\nZ,R-1,One' })
    expect(sent.status, sent.text).toBe(202)
    await set(storeRows)
    await runJob(fixture.panel, sent.body.data.id)
    await set(releaseAll)
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{
        state: string
        failure: unknown
      }>`select state, failure from import where id = ${sent.body.data.id}`.execute(tx),
    )
    expect(rows[0]).toEqual({
      state: 'failed',
      failure: message('import.failed', { error: message('import.no_longer_allowed') }),
    })
  }
  expect(await count('R-1')).toBe(0)
})

test('a thousand errors are all reported', async () => {
  const lines = ['name,serial,model']
  const wanted: string[] = []
  for (let row = 2; row < 4002; row++) {
    const bad = row % 4 === 0
    if (bad) wanted.push(`${row} ${['name', 'serial', 'model'][(row / 4) % 3]}`)
    const wrong = bad ? (row / 4) % 3 : -1
    lines.push(
      [wrong === 0 ? '' : `N${row}`, wrong === 1 ? 'with space' : `S-${row}`, wrong === 2 ? 'Unknown' : 'One'].join(
        ',',
      ),
    )
  }
  const job = await importFile(fixture.panel, master, path, lines.join('\n'), { dry_run: 1 })
  expect(job).toMatchObject({ bad: 1000, errors_total: 1000, created: 3000, rows_total: 4000 })
  expect(job.errors).toHaveLength(500)
  const bad = (await reportRows(master, job.id)).slice(1).filter(([, outcome]) => outcome === 'bad')
  expect(bad.map(([row, , , , message]) => `${row} ${message?.split(':')[0]}`)).toEqual(wanted)
})

test('old imports are deleted with their files, and running ones remain', async () => {
  const job = await importFile(fixture.panel, master, path, 'name,model\nOld,One', { dry_run: 1 })
  const left = await begin('name,model\nLeft,One', { dry_run: 1 })
  await fixture.panel.sql((tx) =>
    sql`update import set created_at = now() - interval '31 days' where id = ${job.id}`.execute(tx),
  )
  await importTasks(importConfig)['prune-imports'].run({}, taskContext(fixture.panel.databases))
  expect((await master('GET', `/import/${job.id}/show`)).status).toBe(404)
  expect(
    (await fixture.panel.sql((tx) => sql`select from import_chunk where import_id = ${job.id}`.execute(tx))).rows,
  ).toEqual([])
  expect(await show(left)).toMatchObject({ state: 'checking' })
})
