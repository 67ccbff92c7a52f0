import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { taskContext } from '../testing/task-context.ts'
import { housekeeping } from './housekeeping.ts'

let database: TestDatabase
const lines: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const query = (statement: string) => database.databases.appAll.query(statement)
const run = (task: keyof ReturnType<typeof housekeeping>) =>
  housekeeping({ retention: { auditMonths: 36, sampleDays: 9, readingDays: 400 } }, database.url)[task].run(
    {},
    taskContext(database.databases, {
      log: createLog('info', new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) })),
    }),
  )

test('expired keys and jobs parked for two weeks are deleted, younger ones are not', async () => {
  await query(`
    insert into company (name, type) values ('root', 'simrush');
    insert into app_user (company_id, role, first_name, last_name, email) select id, 'admin', 'A', 'B', 'a@example.com' from company;
    insert into idempotency_key (user_id, company_id, key, route, body_hash, created_at)
      select u.id, u.company_id, age, 'x', '', now() - age::interval from app_user u, unnest(array['1 hour', '25 hours']) age;
    select graphile_worker.add_job('send-mail', max_attempts => 1) from generate_series(1, 3);
    update graphile_worker._private_jobs set attempts = 1, run_at = now() - interval '15 days' where id = (select min(id) from graphile_worker._private_jobs);
    update graphile_worker._private_jobs set attempts = 1, run_at = now() - interval '1 day' where id = (select max(id) from graphile_worker._private_jobs)`)
  await run('prune-panel')
  expect((await query('select key from idempotency_key')).rows).toEqual([{ key: '1 hour' }])
  expect((await query('select attempts from graphile_worker.jobs order by id')).rows).toEqual([
    { attempts: 0 },
    { attempts: 1 },
  ])
})

test('the nightly verification of the audit log logs its result', async () => {
  await run('seal-audit')
  await run('verify-audit')
  expect(lines.join('')).toMatch(/audit log sealed/)
  expect(lines.join('')).toMatch(/audit log matches its seals/)
})
