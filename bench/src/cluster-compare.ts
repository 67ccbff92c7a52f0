import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResultRow } from 'pg'
import type { Kind, Ledger } from './cluster-ledger.ts'

type Query = <R extends QueryResultRow>(sql: string, values?: unknown[]) => Promise<R[]>

interface Found {
  lost: number
  duplicated: number
}

type Comparison = Record<Kind, Found> & {
  jobs: { run: number; waiting: number; parked: number }
  commands: { ended: number }
  /** A description of each kind of difference, with an example. */
  details: string[]
}

/** Counts differences between the ledger of the clients and the database, with an example of each kind. */
function createDifferences() {
  const counts: Record<Kind, Found> = {
    write: { lost: 0, duplicated: 0 },
    login: { lost: 0, duplicated: 0 },
    accounting: { lost: 0, duplicated: 0 },
  }
  const examples = new Map<string, { count: number; example: string }>()
  return {
    counts,
    report(kind: Kind, how: keyof Found, what: string, example: string, count = 1) {
      counts[kind][how] += count
      const seen = examples.get(what)
      if (seen === undefined) examples.set(what, { count, example })
      else seen.count += count
    },
    details: () => [...examples].map(([what, { count, example }]) => `${count} × ${what} (${example})`),
  }
}

interface Comparing {
  ledger: Ledger
  query: Query
  report: ReturnType<typeof createDifferences>['report']
}

/** Waits until accepted commands, jobs and accounting records are processed, for at most two minutes. */
async function settle(query: Query, buffered: () => number): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(1000)) {
    await query('set role trunkline_app_all; select panel.process_reports(true); reset role')
    const [open] = await query<{ count: string }>(
      `select count(*) from device_command where state in ('queued', 'running')`,
    )
    if (Number(open?.count) === 0 && buffered() === 0) break
  }
  await query('set role trunkline_app_all; select panel.process_reports(true); reset role')
}

/** Devices that clients created. */
async function compareCreated({ ledger, query, report }: Comparing): Promise<void> {
  const devices = new Map(
    (
      await query<{ name: string; count: number }>(
        `select name, count(*)::int as count from hardware where name like 'created-%' group by 1`,
      )
    ).map(({ name, count }) => [name, count]),
  )
  for (const name of ledger.created) {
    const count = devices.get(name) ?? 0
    if (count === 0) report('write', 'lost', 'a created device is missing', name)
    if (count > 1) report('write', 'duplicated', 'a device was created twice', name, count - 1)
  }
  for (const [name, count] of devices)
    if (!ledger.created.has(name) && !ledger.uncertainCreated.has(name))
      report('write', 'duplicated', 'a device exists that no client created', name, count)
}

/** Texts that clients wrote, and the audit rows of these changes. */
async function compareChanges({ ledger, query, report }: Comparing): Promise<void> {
  for (const { id, comment, changes } of await query<{ id: string; comment: string | null; changes: number }>(
    `select h.id, h.comment, (select count(*)::int from audit_log a where a.subject = 'hardware' and a.object_id = h.id and a.action = 'update' and a.after ? 'comment') as changes
       from hardware h where h.id = any($1)`,
    [[...ledger.updated.keys()]],
  )) {
    const row = ledger.updated.get(Number(id))
    if (row === undefined) continue
    const uncertain = row.uncertain === undefined ? 0 : 1
    if ((comment ?? '') !== row.text && comment !== row.uncertain)
      report('write', 'lost', 'a device has not the text that was written last', id)
    if (changes < row.acknowledged) report('write', 'lost', 'a change has no audit row', id, row.acknowledged - changes)
    if (changes > row.acknowledged + uncertain)
      report('write', 'duplicated', 'a change was made twice', id, changes - row.acknowledged - uncertain)
  }
}

/** Device commands that clients requested. */
async function compareCommands({ ledger, query, report }: Comparing): Promise<{ ended: number; details: string[] }> {
  const commands = await query<{ id: string; state: string }>(
    'select id, state from device_command where id = any($1)',
    [[...ledger.commands]],
  )
  if (commands.length < ledger.commands.size)
    report('write', 'lost', 'a device command is missing', '', ledger.commands.size - commands.length)
  const open = commands.find(({ state }) => ['queued', 'running'].includes(state))
  return {
    ended: commands.filter(({ state }) => !['queued', 'running'].includes(state)).length,
    details: open === undefined ? [] : [`device command ${open.id} has not ended`],
  }
}

/** RADIUS logins that clients got accepted. */
async function compareLogins({ ledger, query, report }: Comparing): Promise<void> {
  const logins = new Map(
    (
      await query<{ calling: string; count: number }>(
        'select calling, count(*)::int as count from auth_log where calling = any($1) and accepted group by 1',
        [[...ledger.logins.keys()]],
      )
    ).map(({ calling, count }) => [calling, count]),
  )
  for (const [calling, requests] of ledger.logins) {
    const count = logins.get(calling) ?? 0
    if (count === 0) report('login', 'lost', 'an accepted login is not in the log', calling)
    // A request that one server did not answer may be in its log too.
    if (count > requests) report('login', 'duplicated', 'a login was logged twice', calling, count - requests)
  }
}

/** Sessions whose accounting was acknowledged. */
async function compareSessions({ ledger, query, report }: Comparing): Promise<void> {
  const stored = new Map<string, { rows: number; live: number; octets: number }>()
  for (const row of await query<{ id: string; rows: number; live: number; octets: string }>(
    `select acct_session_id as id, count(*)::int as rows, sum(live)::int as live, max(in_octets) as octets
       from (select acct_session_id, 1 as live, in_octets from session_live union all select acct_session_id, 0, in_octets from session_closed) s group by 1`,
  ))
    stored.set(row.id, { rows: row.rows, live: row.live, octets: Number(row.octets) })
  for (const [id, session] of ledger.sessions) {
    const row = stored.get(id)
    if (row === undefined) {
      if (session.started || session.stopped || session.reported > 0)
        report('accounting', 'lost', 'a session is missing', id)
      continue
    }
    if (row.rows > 1) report('accounting', 'duplicated', 'a session has two rows', id, row.rows - 1)
    if (session.stopped && row.live > 0) report('accounting', 'lost', 'a stopped session still runs', id)
    else if (session.stopped && row.octets !== session.octets)
      report('accounting', 'lost', 'a session has not the octets of its Stop', id)
  }
}

/** The usage of services, which is the sum of their sessions. */
async function compareUsage({ ledger, query, report }: Comparing): Promise<void> {
  /** Octets by user, for sessions whose records were all acknowledged. */
  const expected = new Map<string, number>()
  const uncertain = new Set<string>()
  for (const session of ledger.sessions.values()) {
    if (session.uncertain > 0) uncertain.add(session.user)
    expected.set(session.user, (expected.get(session.user) ?? 0) + session.octets)
  }
  for (const { username, octets } of await query<{ username: string; octets: string }>(
    `select s.username::text, sum(u.in_octets) as octets from usage_by_day u join service s on s.id = u.service_id group by 1`,
  )) {
    const sum = expected.get(username)
    if (sum === undefined || uncertain.has(username)) continue
    if (Number(octets) < sum)
      report('accounting', 'lost', 'the usage of a service is too low', `${username}: ${octets} of ${sum}`)
    if (Number(octets) > sum)
      report('accounting', 'duplicated', 'the usage of a service is too high', `${username}: ${octets} of ${sum}`)
  }
}

/** Records of accounting that could not be processed. */
async function compareDeadLetters({ query, report }: Comparing): Promise<void> {
  const [dead] = await query<{ count: number; error: string | null }>(
    'select count(*)::int as count, min(error) as error from acct_dead_letter',
  )
  if ((dead?.count ?? 0) > 0)
    report('accounting', 'lost', 'a record was put aside as a dead letter', dead?.error ?? '', dead?.count)
}

/** The jobs of the queue. */
async function readJobs(query: Query): Promise<{ counts: Comparison['jobs']; details: string[] }> {
  const [jobs] = await query<{ queued: string; waiting: number; parked: number }>(
    `select coalesce(pg_sequence_last_value(pg_get_serial_sequence('graphile_worker._private_jobs', 'id')), 0) as queued,
       count(*) filter (where attempts < max_attempts)::int as waiting, count(*) filter (where attempts >= max_attempts)::int as parked
     from graphile_worker.jobs`,
  )
  const parked = await query<{ task: string; error: string | null }>(
    'select task_identifier as task, last_error as error from graphile_worker.jobs where attempts >= max_attempts',
  )
  return {
    counts:
      jobs === undefined
        ? { run: 0, waiting: 0, parked: 0 }
        : { run: Number(jobs.queued) - jobs.waiting - jobs.parked, waiting: jobs.waiting, parked: jobs.parked },
    details: parked.map(({ task, error }) => `job ${task} is parked: ${error?.slice(0, 200)}`),
  }
}

/**
 * Compares the replies that clients received with the contents of the database.
 * @param buffered bytes of accounting that FreeRADIUS has not stored yet, and files of records
 */
export async function compareLedger(ledger: Ledger, query: Query, buffered: () => number): Promise<Comparison> {
  await settle(query, buffered)
  const differences = createDifferences()
  const comparing: Comparing = { ledger, query, report: differences.report }
  await compareCreated(comparing)
  await compareChanges(comparing)
  const commands = await compareCommands(comparing)
  await compareLogins(comparing)
  await compareSessions(comparing)
  await compareUsage(comparing)
  await compareDeadLetters(comparing)
  const jobs = await readJobs(query)
  return {
    ...differences.counts,
    jobs: jobs.counts,
    commands: { ended: commands.ended },
    details: [...commands.details, ...jobs.details, ...differences.details()],
  }
}
