import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../db/pool.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { storeRange } from './remove.ts'
import { replied } from '../../testing/messages.ts'

/** A call whose transaction is aborted by a concurrent one is retried by the server without an error for the caller. */
let fixture: Fixture
let master: ApiCall
let block: number
let count = 0

beforeAll(async () => {
  fixture = await setupFixture()
  master = await fixture.as('master')
  const provider = await fixture.as('provider')
  const reply = await provider('POST', '/network/subnet/store', {
    type: 'container',
    net: '10.0.0.0/8',
    company_id: fixture.companies.master,
  })
  block = reply.body.data.id
})
afterAll(() => fixture?.panel.stop())

/** A pool whose first four addresses are allocated: the next one is .4, which is validated at the commit. */
async function pool(): Promise<{ id: number; at: (last: string) => string }> {
  const at = (last: string) => `10.1.${count}.${last}`
  count += 1
  const created = await master('POST', '/network/subnet/store', { type: 'pool', net: at('0/24'), parent_id: block })
  expect(created.status, created.text).toBe(201)
  const { id } = created.body.data
  expect((await allocate(id, { count: 4 })).body.data.at(-1).ip).toBe(at('3'))
  return { id, at }
}
const allocate = (id: number, body: object = {}, headers?: Record<string, string>) =>
  master('POST', `/network/subnet/${id}/ips/store`, { ip: 'auto', ...body }, headers)

const isWaitedFor = (tx: Tx) =>
  sql`select from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`
    .execute(tx)
    .then(({ rows }) => rows.length > 0)

/**
 * Sends a request while another transaction has done `work` and not committed; it commits once the call waits for it.
 */
async function concurrently<T>(work: (tx: Tx) => Promise<unknown>, query: () => Promise<T>): Promise<T> {
  // In an object: an async function would await the response, which comes only after this transaction has ended.
  const { requested } = await fixture.panel.sql(async (tx) => {
    await work(tx)
    const pending = query()
    await expect.poll(() => fixture.panel.sql(isWaitedFor), { timeout: 30_000 }).toBe(true)
    return { requested: pending }
  })
  return requested
}

test('an address allocated by a concurrent transaction before the commit is replaced by the next one, once per idempotency key', async () => {
  const { id, at } = await pool()
  const key = { 'idempotency-key': `camera-${id}` }
  const reply = await concurrently(
    (tx) => storeRange(tx, { subnet_id: id, lo: at('4'), hi: at('7'), kind: 'reserved' }),
    () => allocate(id, { note: 'Camera' }, key),
  )
  expect([reply.status, reply.body.data?.map(({ ip }: { ip: string }) => ip)], reply.text).toEqual([201, [at('8')]])
  const again = await allocate(id, { note: 'Camera' }, key)
  expect([again.headers['idempotency-replayed'], again.body]).toEqual(['true', reply.body])
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{ ip: string }>`select host(ip) as ip from address where subnet_id = ${id} and note = 'Camera'`.execute(tx),
  )
  expect(rows).toEqual([{ ip: at('8') }])
})

test('a pool that is closed during an allocation reports it', async () => {
  const { id, at } = await pool()
  const reply = await concurrently(
    (tx) => sql`update subnet set mark_full = true where id = ${id}`.execute(tx),
    () => allocate(id),
  )
  expect([reply.status, reply.body.error]).toMatchObject([409, replied('subnet.marked_full', { net: at('0/24') })])
})

test('after three aborts the caller is asked to retry', async () => {
  const { id } = await pool()
  const owner = new pg.Client({ connectionString: fixture.panel.url })
  await owner.connect()
  await owner.query(`
    drop sequence if exists tries;
    drop function if exists turn_away cascade;
    create sequence tries;
    create function turn_away() returns trigger security definer language plpgsql as $$
      begin raise exception using errcode = 'deadlock_detected', message = nextval('tries')::text; end $$;
    create constraint trigger turn_away after insert on address deferrable initially deferred
      for each row when (new.note = 'Unlucky') execute function turn_away()`)
  const reply = await allocate(id, { note: 'Unlucky' })
  expect([reply.status, reply.body.error]).toMatchObject([409, { code: 'conflict', reason: 'request.busy' }])
  expect((await owner.query('select last_value::int as tries from tries')).rows).toEqual([{ tries: 3 }])
  await owner.end()
})
