import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hardware } from '@trunkline/contract/resources/hardware'
import { sql } from 'kysely'
import pg from 'pg'
import { tenantSettingsOf, type Actor } from '../../server/src/access/actor.ts'
import { openDatabases } from '../../server/src/db/databases.ts'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import type { Databases, Tx } from '../../server/src/db/pool.ts'
import { withSystem } from '../../server/src/db/system-transaction.ts'
import { withTenant } from '../../server/src/db/tenant-transaction.ts'
import { saveOutcomes, type ReadOutcome } from '../../server/src/devices/save-outcomes.ts'
import { hardwareListSource, hardwareRows } from '../../server/src/features/hardware/hardware-rows.ts'
import { createListMemory } from '../../server/src/http/list/memory.ts'
import { listPage } from '../../server/src/http/list/list.ts'
import { promisedColumns } from '../../server/src/http/standard-handlers.ts'
import { createLog } from '../../server/src/log.ts'
import { seedLists } from './seed-lists.ts'

/**
 * Pages of 200,000 devices in the order of version, uptime and last contact, by the columns of the device and by those
 * of the reading, and the cost of storing readings with and without the indexes of these columns. `ROUNDS`, default 7.
 * `WRITER` is a module with another `saveOutcomes`, to compare.
 */
const rounds = Number(process.env['ROUNDS'] ?? 7)
const log = createLog('silent')
const orders = ['routeros_version', 'uptime_seconds', 'polled_at'] as const

/** The order by the values of the readings, which no index has. */
const byReading = {
  ...hardwareListSource,
  rows: (tx: Tx) =>
    hardwareRows(tx).select(
      sql`string_to_array(substring(k.routeros_version from '^\\d+(?:\\.\\d+)*'), '.')::numeric[]`.as('read_numbers'),
    ),
  sortBy: { routeros_version: 'read_numbers' },
}
const sources = { 'by reading': byReading, 'by device': hardwareListSource } as const

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] as number

/** One device in twenty is offline, for up to 90 days; the others started up to 400 days ago. */
async function seedReadings(client: pg.Client): Promise<void> {
  await client.query(`set session_replication_role = replica`)
  await client.query(`insert into hardware_state (hardware_id, polled_at, read_at, routeros_version, uptime_seconds, booted_at)
    select id, at, at, '7.' || (id % 23), up, at - make_interval(secs => up)
    from (select id, now() - case when id % 20 = 0 then random() * interval '90 days' else random() * interval '1 minute' end as at,
      (random() * 400 * 86400)::bigint as up from hardware) h`)
  await client.query(`update hardware h set is_online = h.id % 20 <> 0, version_numbers = string_to_array(s.routeros_version, '.')::numeric[],
      boot_rank = -extract(epoch from s.booted_at)::bigint,
      contact_rank = case when h.id % 20 <> 0 then 100000000000 else extract(epoch from s.polled_at)::bigint end
    from hardware_state s where s.hardware_id = h.id`)
  await client.query(`set session_replication_role = origin`)
  await client.query('vacuum analyze hardware')
  await client.query('vacuum analyze hardware_state')
}

async function actorOf(client: pg.Client, type: Actor['company_type']): Promise<Actor> {
  const { rows } = await client.query<{ user_id: string; id: string; ancestor_ids: string[] }>(
    `select u.id as user_id, c.id, c.ancestor_ids from app_user u join company c on c.id = u.company_id
      where c.type = $1 and u.role = 'primary-admin' order by c.id limit 1`,
    [type],
  )
  const { user_id, id, ancestor_ids } = rows[0] as { user_id: string; id: string; ancestor_ids: string[] }
  return {
    user_id: Number(user_id),
    label: type,
    company_id: Number(id),
    company_type: type,
    depth: ancestor_ids.length,
    above: ancestor_ids.slice(0, -1).map(Number),
    role: 'primary-admin',
    locale: 'en',
    session_id: null,
    api_token_id: null,
    scopes: null,
    impersonator: null,
  }
}

/** Milliseconds of a page: the total is known, as of the second request of a list. */
async function measurePages(databases: Databases, actor: Actor): Promise<void> {
  const definition = hardware.index.list as NonNullable<typeof hardware.index.list>
  const columns = promisedColumns(hardware.index)
  for (const orderBy of orders)
    for (const sortedBy of ['asc', 'desc'] as const)
      for (const page of [1, 1000, 3000]) {
        const times: Record<string, number[]> = { 'by reading': [], 'by device': [] }
        for (let i = -1; i < rounds; i++)
          for (const [name, source] of Object.entries(sources)) {
            const memory = createListMemory({ pages: false, expensive: 0 })
            const read = () =>
              withTenant(databases, tenantSettingsOf(actor, {}), { write: false }, (tx) =>
                listPage(tx, actor, definition, source, { orderBy, sortedBy, page, perPage: 25 }, columns, memory),
              )
            const from = performance.now()
            const found = await read().catch((error: unknown) => String(error))
            if (typeof found === 'string') console.log(found)
            if (i >= 0) times[name]?.push(performance.now() - from)
          }
        const cells = Object.values(times).map((list) => median(list).toFixed(1).padStart(9))
        console.log(
          `${actor.label.padEnd(20)} ${`${orderBy} ${sortedBy}`.padEnd(24)} ${String(page).padStart(5)} ${cells.join(' ')}`,
        )
      }
}

const cpuMs = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** Backend CPU of storing 500 readings, milliseconds a batch; every device is read once, then again a minute later. */
async function measureWrites(databases: Databases, name: string, save: typeof saveOutcomes, ids: readonly number[]) {
  const batch = (at: Date, of: (id: number) => Partial<ReadOutcome>): ReadOutcome[] =>
    ids.map((id) => ({ hardware_id: id, at, error: null, ...of(id) }))
  const steady = (at: Date) =>
    batch(at, (id) => ({
      state: {
        routeros_version: `7.${id % 23}`,
        uptime_seconds: Math.round(at.getTime() / 1000 - 1_700_000_000),
        cpu_load: id % 90,
      },
    }))
  const down = (at: Date) =>
    batch(at, () => ({ error: 'unreachable', message: { reason: 'device.unreachable', params: {} } as never }))
  const run = (list: ReadOutcome[]) => withSystem(databases, (tx) => save(tx, list), { actor_name: 'system' })
  const pid = (await databases.appAll.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid as number
  const cost = async (list: ReadOutcome[]) => {
    const before = cpuMs(pid)
    await run(list)
    return cpuMs(pid) - before
  }
  let at = Date.now() + 3_600_000
  const next = () => new Date((at += 60_000))
  await run(steady(next()))
  const polls: number[] = []
  const ends: number[] = []
  for (let i = 0; i < rounds * 3; i++) polls.push(await cost(steady(next())))
  for (let i = 0; i < rounds; i++) {
    await databases.appAll.query('update hardware_poll set failures = 5 where hardware_id = any ($1)', [ids])
    const off = await cost(down(next()))
    ends.push(off + (await cost(steady(next()))))
  }
  console.log(`${name.padEnd(28)} ${median(polls).toFixed(1).padStart(9)} ${median(ends).toFixed(1).padStart(9)}`)
}

const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'))
const embedded = await startEmbedded({ dataDir: folder, log })
const client = new pg.Client({ connectionString: embedded.url })
try {
  await seedLists(embedded.url, folder, log)
  await client.connect()
  await client.query('set statement_timeout = 0')
  await seedReadings(client)
  const databases = await openDatabases({ ownerUrl: embedded.url, pool: { app: 1, appAll: 1 } })
  await databases.appAll.query('set statement_timeout = 0')
  console.log(`\nmilliseconds a page, median of ${rounds}\n\n${' '.repeat(52)}by reading by device`)
  for (const type of ['simrush', 'master-distributor', 'reseller'] as const)
    await measurePages(databases, await actorOf(client, type))
  const { rows } = await client.query<{ id: string }>(
    'select id from hardware where is_online and deleted_at is null order by id limit 500',
  )
  const ids = rows.map(({ id }) => Number(id))
  console.log(`\nbackend CPU, milliseconds for 500 devices: readings without a change; offline and online again\n`)
  const other = process.env['WRITER']
  const writer =
    other === undefined ? saveOutcomes : ((await import(other)) as { saveOutcomes: typeof saveOutcomes }).saveOutcomes
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where indexname ~ '^hardware_by_(version|boot|contact)'`,
  )
  for (let i = 0; i < 2; i++) {
    await measureWrites(databases, 'with the indexes', saveOutcomes, ids)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query('alter table hardware_state disable trigger ranks_update')
    await measureWrites(databases, other === undefined ? 'without' : 'without, other writer', writer, ids)
    await client.query('alter table hardware_state enable trigger ranks_update')
    for (const { definition } of indexes) await client.query(definition)
  }
  const { rows: hot } = await client.query<{ name: string; share: string }>(
    `select relname as name, round(100.0 * n_tup_hot_upd / nullif(n_tup_upd, 0), 1) as share from pg_stat_user_tables where relname in ('hardware', 'hardware_state') order by 1`,
  )
  console.log(`\nHOT updates: ${hot.map(({ name, share }) => `${name} ${share} %`).join(', ')}`)
  await databases.close()
} finally {
  await client.end()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
