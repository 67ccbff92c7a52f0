import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withTenant } from '../db/tenant-transaction.ts'
import { openDatabases } from '../db/databases.ts'
import { withSystem } from '../db/system-transaction.ts'
import { createLog } from '../log.ts'
import { startDatabaseProxy } from '../testing/database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { releaseLost } from './lease.ts'
import { addJob } from './queue.ts'
import { defineTasks, nothing, type Tasks } from './tasks.ts'
import { startWorkers, type Workers } from './workers.ts'

let database: TestDatabase
const log = createLog('silent')
const running: Workers[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  // Tasks of these tests; the database has the list of tasks that may be enqueued.
  await asOwner(
    `create or replace function queueable_tasks() returns text[] language sql immutable as $$ select array['note', 'fail', 'hang', 'send-mail'] $$`,
  )
  await database.databases.appAll.query('delete from graphile_worker._private_jobs')
  await database.databases.appAll.query('delete from job_worker')
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((workers) => workers.stop(1000)))
})

async function asOwner(statement: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function start(tasks: Tasks, concurrency = 4): Promise<Workers> {
  const workers = await startWorkers({ databases: database.databases, tasks, log, concurrency })
  running.push(workers)
  return workers
}

const system = <T>(work: Parameters<typeof withSystem<T>>[1]) => withSystem(database.databases, work)

async function until(holds: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds());) {
    if (Date.now() > end) throw new Error('did not come about in time')
    await sleep(20)
  }
}

function signalled(): { promise: Promise<void>; resolve(): void } {
  let resolve!: () => void
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

interface JobRow {
  task: string
  attempts: number
  max_attempts: number
  locked_by: string | null
  last_error: string | null
}
const jobs = async (): Promise<JobRow[]> =>
  (
    await database.databases.appAll.query(
      'select task_identifier as task, attempts, max_attempts, locked_by, last_error from graphile_worker.jobs order by id',
    )
  ).rows
/** Makes the next attempt due immediately. */
const hurry = () =>
  database.databases.appAll
    .query(`with due as (update graphile_worker._private_jobs set run_at = now() where locked_at is null and attempts < max_attempts)
    select pg_notify('jobs:insert', '')`)

const noting = (into: unknown[]) =>
  defineTasks({ note: { payload: z.object({ id: z.int() }), run: async ({ id }) => void into.push(id) } })

test('a job runs after the commit of the transaction that enqueued it', async () => {
  const seen: unknown[] = []
  await start(noting(seen))
  await system(async (tx) => {
    await addJob(tx, 'note', { id: 1 })
    await sleep(300)
    expect(seen).toEqual([])
  })
  await until(() => seen.length === 1)
  await until(async () => (await jobs()).length === 0)
})

test('a transaction that rolls back enqueues nothing', async () => {
  await expect(
    system(async (tx) => {
      await addJob(tx, 'note', { id: 1 })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await jobs()).toEqual([])
})

test("a tenant's transaction asks for jobs without reaching the queue's tables", async () => {
  const tenant = { company_id: 1, everything: false }
  await withTenant(database.databases, tenant, { write: true }, (tx) => addJob(tx, 'note', { id: 7 }))
  expect(await jobs()).toMatchObject([{ task: 'note', max_attempts: 5 }])
  await expect(database.databases.app.query('select * from graphile_worker.jobs')).rejects.toThrow(/permission denied/)
  await expect(database.databases.app.query(`select graphile_worker.add_job('note')`)).rejects.toThrow(
    /permission denied/,
  )
})

test('only listed tasks can be enqueued', async () => {
  await expect(system((tx) => addJob(tx, 'drop-everything'))).rejects.toThrow(/cannot be queued/)
})

test('one key is one job, with the newer payload', async () => {
  const seen: unknown[] = []
  for (const id of [1, 2, 3]) await system((tx) => addJob(tx, 'note', { id }, { key: 'row:1' }))
  await start(noting(seen))
  await until(() => seen.length > 0)
  await sleep(100)
  expect(seen).toEqual([3])
})

test('a job does not start before its time', async () => {
  const seen: unknown[] = []
  await start(noting(seen))
  await system((tx) => addJob(tx, 'note', { id: 1 }, { runAt: new Date(Date.now() + 3_600_000) }))
  await sleep(300)
  expect(seen).toEqual([])
  expect(await jobs()).toHaveLength(1)
})

test('several workers on one database run each job once', async () => {
  const seen: number[] = []
  await Promise.all([start(noting(seen)), start(noting(seen)), start(noting(seen))])
  await system(async (tx) => {
    for (let id = 0; id < 100; id++) await addJob(tx, 'note', { id })
  })
  await until(async () => (await jobs()).length === 0)
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i))
})

test('a failing job is attempted five times and then parked with its error', async () => {
  let tries = 0
  await start(
    defineTasks({
      fail: {
        payload: nothing,
        run: async () => {
          tries++
          throw new Error('the printer is on fire')
        },
      },
    }),
  )
  await system((tx) => addJob(tx, 'fail'))
  await until(async () => {
    await hurry()
    return (await jobs())[0]!.attempts === 5 && (await jobs())[0]!.locked_by === null
  }, 20_000)
  await hurry()
  await sleep(300)
  expect(tries).toBe(5)
  expect(await jobs()).toMatchObject([{ task: 'fail', attempts: 5, last_error: 'the printer is on fire' }])
})

test('an invalid payload fails only its own job', async () => {
  const unhandled: unknown[] = []
  const onNotify = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', onNotify)
  await start(
    defineTasks({ note: { payload: z.object({ id: z.int() }), timeoutMs: 100, run: async () => expect.fail('ran') } }),
  )
  await system((tx) => addJob(tx, 'note', { id: 'one' }))
  await until(async () => (await jobs())[0]?.last_error != null)
  // Longer than the task may run.
  await sleep(300)
  process.off('unhandledRejection', onNotify)
  expect(unhandled).toEqual([])
})

test('an attempt that times out fails and is aborted', async () => {
  let aborted = false
  await start(
    defineTasks({
      hang: {
        payload: nothing,
        timeoutMs: 200,
        run: (_, { signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => ((aborted = true), reject(signal.reason)))),
      },
    }),
  )
  await system((tx) => addJob(tx, 'hang'))
  await until(async () => (await jobs())[0]?.last_error != null)
  expect(aborted).toBe(true)
})

test('a planned stop waits for jobs that end in time', async () => {
  let done = false
  const started = signalled()
  const workers = await startWorkers({
    databases: database.databases,
    log,
    tasks: defineTasks({
      note: {
        payload: z.object({ id: z.int() }),
        run: async () => {
          started.resolve()
          await sleep(500)
          done = true
        },
      },
    }),
  })
  await system((tx) => addJob(tx, 'note', { id: 1 }))
  await started.promise
  await workers.stop(5000)
  expect(done).toBe(true)
  expect(await jobs()).toEqual([])
})

test('a planned stop releases jobs that do not end in time, and another worker runs them', async () => {
  const started = signalled()
  const workers = await startWorkers({
    databases: database.databases,
    log,
    tasks: defineTasks({
      note: { payload: z.object({ id: z.int() }), run: () => (started.resolve(), new Promise(() => {})) },
    }),
  })
  await system((tx) => addJob(tx, 'note', { id: 9 }))
  await started.promise
  await workers.stop(200)
  expect(await jobs()).toMatchObject([{ task: 'note', attempts: 1, locked_by: null }])
  const seen: unknown[] = []
  await start(noting(seen))
  await hurry()
  await until(() => seen.length === 1)
  expect(seen).toEqual([9])
})

test('the jobs of a dead worker are released, those of a living one are not', async () => {
  const seen: unknown[] = []
  await system((tx) => addJob(tx, 'note', { id: 5 }))
  await system((tx) => addJob(tx, 'note', { id: 6 }))
  await database.databases.appAll.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', attempts = 1, locked_by = case when (payload ->> 'id') = '5' then 'dead' else 'alive' end`,
  )
  await database.databases.appAll.query(
    `insert into job_worker (id, seen_at) values ('dead', now() - interval '1 minute'), ('alive', now())`,
  )
  expect(await releaseLost(database.databases.appAll, log)).toBe(1)
  await start(noting(seen))
  await until(() => seen.length > 0)
  await sleep(100)
  expect(seen).toEqual([5])
  expect(await jobs()).toMatchObject([{ locked_by: 'alive' }])
})

test('a job whose fetch was lost with its connection is released by its living worker, a running one is not', async () => {
  const runs: number[] = []
  const end = signalled()
  await start(
    defineTasks({
      note: {
        payload: z.object({ id: z.int() }),
        run: async ({ id }) => {
          runs.push(id)
          if (id === 1) await end.promise
        },
      },
    }),
  )
  try {
    await system((tx) => addJob(tx, 'note', { id: 1 }))
    await until(() => runs.length === 1)
    // The result of a fetch that the database commits but whose reply is lost, both a minute ago.
    await asOwner(
      `select graphile_worker.add_job('note', '{"id":2}', run_at => now() + interval '1 hour');
       update graphile_worker._private_jobs set run_at = now(), attempts = 1, locked_at = now() - interval '1 minute',
         locked_by = (select locked_by from graphile_worker._private_jobs where locked_by is not null)`,
    )
    await until(() => runs.length === 2, 20_000)
    expect(runs).toEqual([1, 2])
  } finally {
    end.resolve()
  }
  await until(async () => (await jobs()).length === 0)
  expect(runs).toEqual([1, 2])
}, 40_000)

test('a worker process that is killed in the middle of a job leaves the job to another one', async () => {
  await system((tx) => addJob(tx, 'note', { id: 3 }))
  const child = startHangingWorker()
  try {
    await until(async () => (await jobs())[0]?.locked_by != null, 50_000)
  } finally {
    child.kill('SIGKILL')
  }
  await once(child, 'exit')
  const seen: unknown[] = []
  await start(noting(seen))
  await sleep(1100)
  expect(seen).toEqual([])
  // As if 30 seconds had passed.
  expect(await releaseLost(database.databases.appAll, log, 1)).toBe(1)
  await hurry()
  await until(() => seen.length === 1)
  expect(seen).toEqual([3])
}, 60_000)

/** A worker process with a task that never ends. */
function startHangingWorker(): ChildProcess {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const code = `
    import { openDatabases } from ${at('../db/databases.ts')}
    import { createLog } from ${at('../log.ts')}
    import { nothing } from ${at('./tasks.ts')}
    import { startWorkers } from ${at('./workers.ts')}
    const databases = await openDatabases({ ownerUrl: ${JSON.stringify(database.url)}, pool: { app: 1, appAll: 2 } })
    await startWorkers({ databases, log: createLog('warn'), tasks: { note: { payload: nothing, run: () => new Promise(() => {}) } } })`
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** Workers whose connections go through a proxy. */
async function startBehindProxy(tasks: Tasks) {
  const proxy = await startDatabaseProxy(database.url)
  const databases = await openDatabases({ ownerUrl: proxy.url, pool: { app: 1, appAll: 2 } })
  const workers = await startWorkers({ databases, tasks, log })
  return {
    proxy,
    workers,
    async end() {
      await workers.stop(1000)
      await databases.close()
      proxy.close()
    },
  }
}

test('the runner recovers after the database was unavailable', async () => {
  const done: string[] = []
  const released = signalled()
  const { proxy, workers, end } = await startBehindProxy(
    defineTasks({
      note: {
        payload: z.object({ text: z.string() }),
        run: async ({ text }) => {
          if (text === 'during') await released.promise
          done.push(text)
        },
      },
    }),
  )
  try {
    const add = (text: string) => system((tx) => addJob(tx, 'note', { text }, { key: text }))
    await add('before')
    await until(() => done.includes('before'))
    expect(workers.isWorking()).toBe(true)
    await add('during')
    await until(async () => (await jobs())[0]?.locked_by != null)
    proxy.cut()
    // graphile-worker stops if it cannot record the end of a job.
    released.resolve()
    await until(() => !workers.isWorking(), 20_000)
    await sleep(5000)
    proxy.restore()
    await add('after')
    await until(() => done.includes('after'), 20_000)
    await until(() => workers.isWorking())
  } finally {
    await end()
  }
})

test('a stop while a runner is being replaced ends both', async () => {
  const released = signalled()
  const { proxy, workers, end } = await startBehindProxy(
    defineTasks({ note: { payload: z.object({ id: z.int() }), run: () => released.promise } }),
  )
  await system((tx) => addJob(tx, 'note', { id: 1 }))
  await until(async () => (await jobs())[0]?.locked_by != null)
  proxy.cut()
  released.resolve()
  await until(() => !workers.isWorking(), 20_000)
  proxy.restore()
  // During the start of the next run.
  await sleep(Math.random() * 2500)
  const began = Date.now()
  await end()
  expect(Date.now() - began).toBeLessThan(10_000)
})

test('a runner whose connections hang is replaced, and its lease expires in the meantime', async () => {
  const seen: unknown[] = []
  const { proxy, workers, end } = await startBehindProxy(noting(seen))
  try {
    await until(() => workers.isWorking())
    const leases = async () =>
      (
        await database.databases.appAll.query<{ id: string; age: number }>(
          'select id, extract(epoch from now() - seen_at)::float8 as age from job_worker order by seen_at',
        )
      ).rows
    const [first] = await leases()
    expect(first).toBeDefined()
    proxy.freeze('trunkline jobs')
    await system((tx) => addJob(tx, 'note', { id: 1 }))
    await until(() => !workers.isWorking(), 20_000)
    await until(() => seen.length === 1, 30_000)
    // The first one's last renewal may have been in flight when its connections froze.
    await until(async () => {
      const now = await leases()
      const age = now.find(({ id }) => id === first?.id)?.age ?? Number.POSITIVE_INFINITY
      return age > 12 && (now.at(-1)?.age ?? Number.POSITIVE_INFINITY) < 12
    }, 20_000)
  } finally {
    await end()
  }
})

test('workers register scheduled tasks', async () => {
  await start(defineTasks({ note: { payload: nothing, cron: '*/5 * * * *', run: async () => {} } }))
  const { rows } = await database.databases.appAll.query(
    'select identifier from graphile_worker._private_known_crontabs',
  )
  expect(rows).toEqual([{ identifier: 'note' }])
})
