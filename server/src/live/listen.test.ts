import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { until } from '../testing/radius-here.ts'
import { listen } from './listen.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own?.drop())

const settings = (databases: TestDatabase['databases'], onReturn = () => {}) => ({
  databases,
  log: createLog('silent'),
  channels: ['trunkline_changed'],
  onMessage: () => {},
  onReturn,
})

test('a first connection that fails is reported', async () => {
  // Nothing listens at port 9 of this machine.
  const away = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:9/none' })
  await expect(listen(settings({ ...own.databases, appAll: away }))).rejects.toThrow(/ECONNREFUSED/)
  const wrong = new pg.Pool({ connectionString: own.url.replace(/:[^:@/]+@/, ':wrong@') })
  await expect(listen(settings({ ...own.databases, appAll: wrong }))).rejects.toThrow(/password authentication failed/)
})

test('a lost connection is replaced', async () => {
  let returns = 0
  const listener = await listen(settings(own.databases, () => returns++))
  const [row] = await listener.query<{ pid: number }>('select pg_backend_pid() as pid')
  const owner = new pg.Client({ connectionString: own.url })
  await owner.connect()
  await owner.query('select pg_terminate_backend($1)', [row!.pid])
  await owner.end()
  await until(() => returns === 1)
  expect(await listener.query('select 1 as one')).toEqual([{ one: 1 }])
  await listener.close()
})
