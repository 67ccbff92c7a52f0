import type { ImportKind } from '@trunkline/contract/resources/import-shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabases } from '../../db/databases.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { createCatalogue, runJob, upload } from '../../testing/imports.ts'
import { createUser, startTestPanel, type ApiCall, type TestPanel } from '../../testing/panel.ts'
import { ImportBusy, lockScope } from './run.ts'
import { replied } from '../../testing/messages.ts'

/** Two server processes on one database, each with its own connections. */
let fixture: Fixture
let second: TestPanel
let lone: { id: number; company_id: number }
let calls: { one: ApiCall; other: ApiCall; provider: ApiCall }

beforeAll(async () => {
  const database = await createTestDatabase()
  fixture = await setupFixture({ database })
  second = await startTestPanel({
    database: { ...database, drop: async () => {} },
    open: (url) => openDatabases({ ownerUrl: url, pool: { app: 4, appAll: 4 } }),
  })
  await createCatalogue(fixture.panel)
  const { master, provider } = fixture.companies
  const admin = (company_id: number) => fixture.panel.sql((tx) => createUser(tx, { company_id, role: 'admin' }))
  lone = await admin(master)
  calls = {
    one: await fixture.panel.as(await admin(master)),
    other: await second.as(await admin(master)),
    provider: await second.as(await admin(provider)),
  }
  const created = await (
    await fixture.as('master')
  )('POST', '/network/tariff/store', { name: 'Fast', price: '1.00', currency: 'EUR' })
  if (created.status !== 201) throw new Error(created.text)
})
afterAll(async () => {
  await second?.stop()
  await fixture?.panel.stop()
})

const rows = (name: string, count: number) =>
  ['name,type', ...Array.from({ length: count }, (_, n) => `${name} ${n},reseller`)].join('\n')
const companiesCalled = (name: string) =>
  fixture.panel.sql(
    async (tx) =>
      (await sql<{ n: number }>`select count(*) as n from company where name like ${`${name} %`}`.execute(tx)).rows[0]!
        .n,
  )

/** Runs the job of an import until it has ended, with retries while another import runs. */
async function untilEnded(panel: TestPanel, call: ApiCall, id: number): Promise<{ state: string; failure: unknown }> {
  for (let attempt = 0; attempt < 200; attempt++) {
    await runJob(panel, id)
    const { data } = (await call('GET', `/import/${id}/show`)).body
    if (data.state !== 'applying' && data.state !== 'checking') return data
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`import ${id} did not end`)
}

/** Uploads one file as two users concurrently and runs both imports concurrently, each in its own process. */
async function importTwice(
  path: string,
  bytes: string,
  [a, b]: readonly [readonly [TestPanel, ApiCall, object?], readonly [TestPanel, ApiCall, object?]],
) {
  const sent = await Promise.all([a, b].map(([, call, fields]) => upload(call, path, { bytes }, fields)))
  expect(sent.map(({ status }) => status)).toEqual([202, 202])
  return Promise.all([a, b].map(([panel, call], at) => untilEnded(panel, call, sent[at]?.body.data.id)))
}

test('two users import one file concurrently: each company is created once, and the second user sees the results of the first', async () => {
  const ends = await importTwice('/company/import', rows('Twice', 300), [
    [fixture.panel, calls.one],
    [second, calls.other],
  ])
  expect(await companiesCalled('Twice')).toBe(300)
  expect(ends.map(({ state }) => state).toSorted()).toEqual(['done', 'failed'])
  expect(ends.find(({ state }) => state === 'failed')?.failure).toEqual(replied('import.rows_failed', { rows: 300 }))
})

test('also for a user of an ancestor company with the same parent, and one of the company itself', async () => {
  const ends = await importTwice('/company/import', rows('Above', 300), [
    [second, calls.provider, { company_id: fixture.companies.master, mode: 'skip-bad' }],
    [fixture.panel, calls.one, { mode: 'skip-bad' }],
  ])
  expect(await companiesCalled('Above')).toBe(300)
  expect(ends).toEqual([expect.objectContaining({ state: 'done' }), expect.objectContaining({ state: 'done' })])
})

test('of four concurrent uploads of one user, one is imported and the others get a 409 that names it', async () => {
  const bytes = rows('Four', 30)
  const [here, there] = [await fixture.panel.as(lone), await second.as(lone)]
  const replies = await Promise.all(
    [here, there, here, there].map((call, n) => upload(call, '/company/import', { name: `four-${n}.csv`, bytes })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409])
  const started = replies.find(({ status }) => status === 202)?.body.data
  for (const { body } of replies.filter(({ status }) => status === 409))
    expect(body.error).toMatchObject({
      code: 'conflict',
      ...replied('import.running', { file_name: started.file_name }),
      details: { import_id: started.id, kind: 'companies', file_name: started.file_name },
    })
  expect(await untilEnded(fixture.panel, here, started.id)).toMatchObject({ state: 'done' })
  expect(await companiesCalled('Four')).toBe(30)
  const { rows: stored } = await fixture.panel.sql((tx) =>
    sql`select id from import where file_name like 'four-%'`.execute(tx),
  )
  expect(stored).toHaveLength(1)
})

test.each([
  [
    'hardware',
    '/hardware/import',
    ['name,serial,model', ...Array.from({ length: 60 }, (_, n) => `Box ${n},C-${n},One`)],
  ],
  [
    'service',
    '/network/service/import',
    [
      'username,password,tariff,company',
      ...Array.from({ length: 40 }, (_, n) => `line-${n},long-enough-${n},Fast,Client`),
    ],
  ],
] as const)('of %s: one file uploaded concurrently is imported once', async (table, path, lines) => {
  const count = () =>
    fixture.panel.sql(
      async (tx) => (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(tx)).rows[0]!.n,
    )
  const before = await count()
  const ends = await importTwice(path, lines.join('\n'), [
    [fixture.panel, calls.one],
    [second, calls.other],
  ])
  expect(ends.map(({ state }) => state).toSorted()).toEqual(['done', 'failed'])
  expect((await count()) - before).toBe(lines.length - 1)
})

test('imports of sibling companies run concurrently, those of an ancestor and its descendant one after the other', async () => {
  const { master, sibling, client, reseller } = fixture.companies
  const tries = (
    held: number,
    requested: number,
    kinds: readonly [ImportKind, ImportKind] = ['companies', 'companies'],
  ) =>
    fixture.panel.sql(async (first) => {
      await lockScope(first, kinds[0], held)
      return second.sql((then) =>
        lockScope(then, kinds[1], requested).then(
          () => 'both',
          (error) => (error instanceof ImportBusy ? 'waits' : Promise.reject(error)),
        ),
      )
    })
  expect(await tries(master, sibling)).toBe('both')
  expect(await tries(master, master)).toBe('waits')
  expect(await tries(master, client)).toBe('waits')
  expect(await tries(client, reseller)).toBe('waits')
  expect(await tries(master, master, ['companies', 'hardware'])).toBe('both')
})
