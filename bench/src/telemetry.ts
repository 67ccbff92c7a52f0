import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Tx } from '../../server/src/db/pool.ts'
import { openDatabases } from '../../server/src/db/databases.ts'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { withSystem } from '../../server/src/db/system-transaction.ts'
import { createLog } from '../../server/src/log.ts'
import type { ReadingValue, SubjectReading } from '../../server/src/telemetry/reading.ts'
import { rollUp } from '../../server/src/telemetry/roll-up.ts'
import { saveReadings } from '../../server/src/telemetry/save-readings.ts'

/**
 * Readings of `DEVICES` (10000) devices with 40 series, by the minute: time and CPU of writing a minute and of computing
 * five minutes and the hour, and bytes of a device and year in each tier, beside a table with a row for each value in
 * the same run.
 */
const devices = Number(process.env['DEVICES'] ?? 10_000)
const minutes = 5
const ports = 9
/** Readings of one transaction, as the poller stores them. */
const batch = 500
const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-telemetry-'))
const log = createLog('silent')

/** Synthetic values: loads with noise, and ports of which half carry nothing. */
function valuesOf(device: number, minute: number): ReadingValue[] {
  const noise = (n: number) => ((device * 7919 + minute * 104_729 + n * 1299) % 1000) / 1000
  const values: ReadingValue[] = [
    { metric: 'online', part: '', value: 1 },
    { metric: 'cpu_load', part: '', value: Math.round(noise(1) * 100) },
    { metric: 'memory_load', part: '', value: 40 + Math.round(noise(2) * 10) },
    { metric: 'rx', part: '', value: noise(3) * 1e8 },
  ]
  for (let port = 1; port <= ports; port++) {
    const carries = port % 2 === 1
    values.push(
      { metric: 'port_rx', part: `ether${port}`, value: carries ? noise(port) * 1e8 : 0 },
      { metric: 'port_tx', part: `ether${port}`, value: carries ? noise(port + 20) * 1e7 : 0 },
      { metric: 'port_up', part: `ether${port}`, value: carries ? 1 : 0 },
      { metric: 'port_rx_errors', part: `ether${port}`, value: 0 },
    )
  }
  return values
}

const database = await startEmbedded({ dataDir: join(folder, 'database'), log })
try {
  await prepareDatabase(database.url, log)
  const databases = await openDatabases({ ownerUrl: database.url, pool: { app: 2, appAll: 4 } })
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(databases, work)
  const seconds = async (work: () => Promise<unknown>) => {
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    await work()
    const used = process.cpuUsage(cpu)
    return { wall: (performance.now() - start) / 1000, node: (used.user + used.system) / 1e6 }
  }
  // The last five-minute interval of the last hour that has ended, so that the hour can be computed too.
  const start = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 300_000
  const readings = (minute: number): SubjectReading[] =>
    Array.from({ length: devices }, (_, n) => ({
      subject: { kind: 'device', id: n + 1 },
      at: new Date(start + minute * 60_000),
      values: valuesOf(n + 1, minute),
    }))
  const write = (list: readonly SubjectReading[]) =>
    seconds(async () => {
      for (let from = 0; from < list.length; from += batch)
        await system((tx) => saveReadings(tx, list.slice(from, from + batch)))
    })
  const size = async (table: string) => {
    const { rows } = await owner.query<{ bytes: number; rows: number }>(
      `select sum(pg_total_relation_size(relid))::float8 as bytes, (select count(*)::float8 from ${table}) as rows from pg_partition_tree('${table}') where isleaf`,
    )
    return rows[0]!.bytes / Math.max(1, rows[0]!.rows)
  }
  const print = (name: string, value: number, unit: string) =>
    console.log(`${name.padEnd(58)}${value.toFixed(2).padStart(10)} ${unit}`)

  for (let minute = 0; minute < minutes; minute++) {
    const taken = await write(readings(minute))
    print(`write minute ${minute}${minute === 0 ? ' (names all series)' : ''}`, taken.wall, 's')
    print('  of which CPU of the worker', taken.node, 's')
  }
  await owner.query(
    'create table point (subject_id bigint, series smallint, at timestamptz, v real, primary key (subject_id, series, at))',
  )
  const list = readings(0)
  const points = await seconds(async () => {
    for (let from = 0; from < list.length; from += batch) {
      const rows = list
        .slice(from, from + batch)
        .flatMap(({ subject, at, values }) => values.map(({ value }, n) => ({ id: subject.id, n, at, value })))
      await owner.query(
        'insert into point select * from unnest($1::bigint[], $2::smallint[], $3::timestamptz[], $4::real[])',
        [
          rows.map(({ id }) => id),
          rows.map(({ n }) => n),
          rows.map(({ at }) => at.toISOString()),
          rows.map(({ value }) => value),
        ],
      )
    }
  })
  print('write a minute, a row for each value', points.wall, 's')
  await owner.query('analyze')
  const rolled = await seconds(() => rollUp({ system, signal: new AbortController().signal }))
  print('compute five minutes and one hour', rolled.wall, 's')
  const perPoint = await owner.query<{ bytes: number }>(
    `select pg_total_relation_size('point')::float8 / count(*) as bytes from point`,
  )
  const [minuteBytes, fiveBytes, hourBytes] = [
    await size('reading_1m'),
    await size('reading_5m'),
    await size('reading_1h'),
  ]
  print('bytes of a row of a minute, 40 values', minuteBytes, 'B')
  print('bytes of a row of five minutes', fiveBytes, 'B')
  print('bytes of a row of an hour', hourBytes, 'B')
  const stored = (minuteBytes * 2880 + fiveBytes * 288 * 14 + hourBytes * 24 * 400 + hourBytes * 1826) / 1e6
  print('a device, all tiers', stored, 'MB')
  print('a device and year of hours and days', (hourBytes * 24 * 365 + hourBytes * 365) / 1e6, 'MB')
  print('bytes of 40 rows, a row for each value', perPoint.rows[0]!.bytes * 40, 'B')
  await owner.end()
  await databases.close()
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
