import type { Client } from 'pg'
import type { Logger } from '../log.ts'

/** A partition of the audit log: rows from `from` (null: the first) up to but excluding `to` (null: open). */
interface AuditPart {
  name: string
  from: number | null
  to: number | null
}

/**
 * Number of ids reserved between the last row and the partition boundary: more than are assigned until the partition is
 * closed.
 */
const margin = 1_000_000

/** @returns partitions of the log, oldest first */
async function readParts(client: Client): Promise<AuditPart[]> {
  const { rows } = await client.query<{ name: string; bound: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'public.audit_log'::regclass`,
  )
  const number = (pattern: RegExp, text: string) => {
    const found = pattern.exec(text)?.[1]
    return found === undefined ? null : Number(found)
  }
  return rows
    .map(({ name, bound }) => ({
      name,
      from: number(/FROM \('(\d+)'\)/, bound),
      to: number(/TO \('(\d+)'\)/, bound),
    }))
    .toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0))
}

/**
 * Runs in a transaction with a lock timeout of two seconds: while it waits for its lock, every write waits behind it.
 */
async function withLockTimeout<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '2s'`)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const monthOf = async (client: Client, monthsAgo: number): Promise<string> =>
  (
    await client.query<{ month: string }>(
      `select to_char(now() at time zone 'UTC' - make_interval(months => $1), '"audit_log_"YYYY_MM') as month`,
      [monthsAgo],
    )
  ).rows[0]!.month

/**
 * Closes the open partition of the log if it was opened in an earlier month, and opens one for the current month. The
 * boundary is above every assigned id: a check constraint proves it, is validated without a lock that blocks writers,
 * and lets PostgreSQL attach the boundary without scanning the partition under the lock. Ids continue above it.
 * @param client the database as its owner
 * @returns the name of the new partition; undefined if nothing is due
 */
export async function closeAuditMonth(client: Client, log: Pick<Logger, 'info'>): Promise<string | undefined> {
  const open = (await readParts(client)).find(({ to }) => to === null)
  const name = await monthOf(client, 0)
  if (open === undefined || open.name >= name) return undefined
  const end = await boundOf(client, open)
  await client.query(`alter table ${open.name} validate constraint audit_log_closes`)
  await withLockTimeout(client, async () => {
    await client.query('lock table audit_log in access exclusive mode')
    await client.query(`alter table audit_log detach partition ${open.name}`)
    await client.query(
      `alter table audit_log attach partition ${open.name} for values from (${open.from ?? 'minvalue'}) to (${end})`,
    )
    await client.query(`alter table ${open.name} drop constraint audit_log_closes`)
    await client.query(`create table ${name} (like audit_log including defaults including constraints)`)
    await client.query(`alter table audit_log attach partition ${name} for values from (${end}) to (maxvalue)`)
    await client.query(`select setval(pg_get_serial_sequence('public.audit_log', 'id'), ${end}, false)`)
  })
  log.info({ part: name, from: end }, 'opened a partition of the audit log')
  return name
}

/**
 * The boundary of a closing partition: a check constraint, not validated yet. That of a failed attempt is reused while
 * it is far enough above the last id.
 */
async function boundOf(client: Client, { name, from }: AuditPart): Promise<number> {
  const { rows } = await client.query<{ check: string | null; last: string }>(
    `select (select pg_get_constraintdef(oid) from pg_constraint where conrelid = $1::regclass and conname = 'audit_log_closes') as check,
       (select last_value from audit_log_id_seq) as last`,
    [name],
  )
  const { check, last } = rows[0]!
  const before = Number(/id < '?(\d+)/.exec(check ?? '')?.[1] ?? 0)
  if (before - Number(last) > margin / 2) return before
  const end = Number(last) + margin
  await withLockTimeout(client, async () => {
    if (check !== null) await client.query(`alter table ${name} drop constraint audit_log_closes`)
    await client.query(
      `alter table ${name} add constraint audit_log_closes check (id >= ${from ?? '(-9223372036854775808)'} and id < ${end}) not valid`,
    )
  })
  return end
}

/**
 * Drops partitions of the log whose rows are all older than this many months. Only partitions that are sealed and
 * verified are dropped; their last seal stays as the anchor of the chain.
 * @param client the database as its owner
 * @param months 0: drop nothing
 * @returns names of the dropped partitions
 */
export async function dropAuditMonths(
  client: Client,
  months: number,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<string[]> {
  const dropped: string[] = []
  if (months === 0) return dropped
  const oldest = await monthOf(client, months)
  const parts = await readParts(client)
  for (const [i, { name }] of parts.entries()) {
    // Rows were written until the next partition was opened, whose name contains the month.
    const next = parts[i + 1]
    if (next === undefined || next.name > oldest) break
    const gone = await withLockTimeout(client, async () => {
      const range = await client.query<{ first: string | null; last: string | null }>(
        `select min(id) as first, max(id) as last from ${name}`,
      )
      const { first, last } = range.rows[0]!
      if (first !== null && !(await anchorAt(client, name, first, last as string))) return false
      await client.query(`drop table ${name}`)
      return true
    })
    if (!gone) {
      log.warn(
        { part: name },
        'a partition of the audit log is not dropped: its rows were not verified, or do not match their seals',
      )
      break
    }
    log.info({ part: name }, 'dropped a partition of the audit log')
    dropped.push(name)
  }
  return dropped
}

/**
 * Writes the anchor after the rows of a partition.
 * @returns false if the rows are not verified against their seals
 */
async function anchorAt(client: Client, part: string, first: string, last: string): Promise<boolean> {
  // The owner sees no row of these tables.
  await client.query('set local role trunkline_app_all')
  const { rowCount } = await client.query(
    `insert into audit_anchor (part, first_id, last_id, seal_id, hash)
       select $1, $2, $3, s.id, s.hash from audit_seal s
        where s.last_id >= $3 and s.last_id <= (select max(last_id) from audit_verification where intact)
        order by s.id limit 1`,
    [part, first, last],
  )
  await client.query('reset role')
  return rowCount === 1
}
