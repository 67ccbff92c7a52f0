import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCompany, createUser, startTestPanel, type ApiCall, type TestPanel } from '../../testing/panel.ts'
import { taskContext } from '../../testing/task-context.ts'
import { sessionTasks } from '../../sessions/tasks.ts'
import { replied } from '../../testing/messages.ts'

let panel: TestPanel
let asProvider: ApiCall, asReader: ApiCall, asReseller: ApiCall

beforeAll(async () => {
  panel = await startTestPanel()
  const users = await panel.sql(async (tx) => {
    const root = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    const reseller = await createCompany(tx, { name: 'Reseller', type: 'reseller', parent_id: root })
    return {
      provider: await createUser(tx, { company_id: root, role: 'admin' }),
      reader: await createUser(tx, { company_id: root, role: 'read-only' }),
      reseller: await createUser(tx, { company_id: reseller, role: 'primary-admin' }),
    }
  })
  asProvider = await panel.as(users.provider)
  asReader = await panel.as(users.reader)
  asReseller = await panel.as(users.reseller)
})
afterAll(() => panel.stop())
beforeEach(() => panel.sql((tx) => sql`delete from radius_server`.execute(tx)))

const report = (
  name: string,
  state: string,
  detail: Record<string, unknown> = {},
  { bytes = 0, minutesAgo = 0 }: { bytes?: number; minutesAgo?: number } = {},
) =>
  panel.sql(async (tx) => {
    await sql`select panel.radius_status(${`${name}/1`}, ${name}, ${state}, ${JSON.stringify(detail)}::jsonb, '3.2.1', 1812, 1813,
      ${bytes}, ${bytes === 0 ? null : sql`now() - interval '10 minutes'`})`.execute(tx)
    if (minutesAgo > 0)
      await sql`update radius_server set checked_at = now() - make_interval(mins => ${minutesAgo}), since = now() - interval '1 day'
        where name = ${name}`.execute(tx)
  })
const status = async (call: ApiCall) => (await call('GET', '/network/radius/status')).body.data

test('a server is shown with its error, the command that repairs it and its buffered accounting', async () => {
  await report('one', 'running', {}, { bytes: 5000 })
  await report('two', 'ports-taken', {
    reason: 'port-service',
    port: 1812,
    pid: 77,
    command: 'systemctl disable --now freeradius',
  })
  const { servers, dead_letters } = await status(asProvider)
  expect(dead_letters).toBe(0)
  expect(servers).toMatchObject([
    {
      host: 'one/1',
      name: 'one',
      state: 'running',
      reason: null,
      params: {},
      output: null,
      command: null,
      buffer_bytes: 5000,
    },
    {
      name: 'two',
      state: 'ports-taken',
      ...replied('radius_server.port_service', { port: 1812 }),
      command: 'systemctl disable --now freeradius',
      buffer_since: null,
    },
  ])
})

test('a server that has not reported for three minutes is silent, a stopped one is not', async () => {
  await report('gone', 'failed', { reason: 'ended' }, { minutesAgo: 4 })
  await report('late', 'running', {}, { minutesAgo: 2 })
  await report('off', 'stopped', {}, { minutesAgo: 60 })
  const { servers } = await status(asProvider)
  expect(servers.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['gone', 'silent'],
    ['late', 'running'],
    ['off', 'stopped'],
  ])
  expect(servers[0]).toMatchObject({ reason: null, since: servers[0].checked_at })
})

test('an unchanged state keeps its start; another state, another reason and a silence start a new one', async () => {
  const since = async () => (await status(asProvider)).servers[0].since as string
  await report('one', 'failed', { reason: 'start' })
  const first = await since()
  await report('one', 'failed', { reason: 'start', text: 'more' })
  expect(await since()).toBe(first)
  await report('one', 'failed', { reason: 'configuration' })
  const second = await since()
  expect(second).not.toBe(first)
  await report('one', 'running')
  const third = await since()
  expect(third).not.toBe(second)
  await report('one', 'running', {}, { minutesAgo: 10 })
  await report('one', 'running')
  expect(Date.now() - Date.parse(await since())).toBeLessThan(60_000)
})

test('only users with permission to view the installation read it', async () => {
  for (const call of [asReader, asReseller]) expect((await call('GET', '/network/radius/status')).status).toBe(403)
  expect((await asProvider('GET', '/network/radius/status')).status).toBe(200)
})

test("the provider's dashboard counts servers, buffered accounting and dead letters", async () => {
  const card = async (call: ApiCall) =>
    (await call('GET', '/dashboard/summary')).body.data.cards.find(({ key }: { key: string }) => key === 'radius')
  expect(await card(asProvider)).toBeUndefined()
  await report('one', 'running', {}, { bytes: 5000 })
  await report('two', 'missing', { reason: 'not-installed' })
  await report('three', 'running', {}, { minutesAgo: 4 })
  await report('four', 'stopped')
  await panel.sql((tx) => sql`insert into acct_dead_letter (arguments, error) values ('{}', 'x')`.execute(tx))
  const { total, figures } = await card(asProvider)
  expect(total).toBe(1)
  expect(figures).toMatchObject([
    { key: 'radius_down', value: 1, tone: 'bad' },
    { key: 'radius_silent', value: 1, tone: 'bad' },
    { key: 'radius_buffer', value: 5000, unit: 'bytes', tone: 'bad' },
    { key: 'radius_buffer_age', unit: 'seconds', tone: 'bad' },
    { key: 'dead_letters', value: 1, tone: 'warning' },
  ])
  expect(figures[3].value).toBeGreaterThanOrEqual(600)
  for (const call of [asReader, asReseller]) expect(await card(call)).toBeUndefined()
})

test('a server that has not reported for 30 days is deleted', async () => {
  await report('old', 'running', {}, { minutesAgo: 31 * 1440 })
  await report('new', 'running', {}, { minutesAgo: 29 * 1440 })
  const radius = {
    start: false,
    authPort: 1,
    acctPort: 1,
    databaseUrl: undefined,
    address: undefined,
    historyMonths: 13,
    path: '',
  }
  await sessionTasks({ key: Buffer.alloc(32), radius }, panel.url)['radius-hour'].run({}, taskContext(panel.databases))
  expect((await status(asProvider)).servers).toMatchObject([{ name: 'new' }])
})
