import {
  alertRules,
  alertSeverities,
  type AlertRuleKey,
  type AlertSeverity,
} from '@trunkline/contract/resources/alert-rules'
import { sql } from 'kysely'
import type { Databases, Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import type { Logger } from '../log.ts'
import { effectiveRule, verdictOf, readOverrides, timingOf, type RuleOverride } from './effective-rules.ts'
import { graceMs } from './model.ts'
import { createOccurrences, deleteOldOccurrences } from './maintenance.ts'
import { networkState, parentsOf } from './parents.ts'
import { sources, type Candidate, type Source } from './sources.ts'
import { applyInputs, applyToAlerts, causeOf, lockAlerts, nowMs, type CauseInput, type Subject } from './store.ts'

/** Milliseconds between two sweeps; of the sources that change slowly; of occurrences and deletion. */
const intervals = { sweep: 30_000, slow: 600_000, nightly: 3_600_000 }
/** Alerts that one transaction handles. */
const batch = 500
/** Days after which closed alerts are deleted. */
const storedDays = 400

interface OpenAlert {
  id: number
  rule: AlertRuleKey
  cause: string
  ancestor_ids: number[]
  site_id: number | null
  hardware_id: number | null
  in_maintenance: boolean
  covered: boolean
  gone: boolean
}

const higher = (a: AlertSeverity, b: AlertSeverity) => (alertSeverities.indexOf(a) > alertSeverities.indexOf(b) ? a : b)

/**
 * Evaluates a source: what it finds is observed, and every open alert of its rule that it does not find any more is in
 * order.
 */
export async function evaluateSource(tx: Tx, source: Source): Promise<void> {
  await lockAlerts(tx)
  const { rule } = source
  const { threshold, direction, subject } = alertRules[rule]
  const { rows: set } = await sql<{ threshold: number }>`
    select threshold::float8 as threshold from alert_rule where rule = ${rule} and threshold is not null`.execute(tx)
  const thresholds = [threshold ?? 0, ...set.map((one) => one.threshold)]
  const candidates = await source.read(tx, direction === 'below' ? Math.max(...thresholds) : Math.min(...thresholds))
  const overrides = await readOverrides(tx, [...new Set(candidates.flatMap(({ ancestor_ids }) => ancestor_ids))])
  const { rows: open } = await sql<{ cause: string; now: number }>`
    select cause, ${nowMs} as now from alert where rule = ${rule} and condition <> 'closed'`.execute(tx)
  const { rows: clock } = await sql<{ now: number }>`select ${nowMs} as now`.execute(tx)
  const at = clock[0]!.now
  // An unreachable site may have its cause in the network of the panel.
  const network = rule === 'site-unreachable' ? await networkState(tx) : { many: false, alert_id: null }
  const rest = new Set(open.map(({ cause }) => cause))
  const interval = source.often ? intervals.sweep : intervals.slow
  const inputs = candidates.flatMap((candidate): CauseInput[] => {
    const of: Subject = { rule, subject, ...candidate }
    const cause = causeOf(of)
    const known = rest.delete(cause)
    const { values } = effectiveRule(rule, candidate, overrides)
    const verdict = !values.enabled
      ? 'good'
      : values.threshold === null || candidate.value === null
        ? 'bad'
        : inclusiveVerdict(rule, values, candidate)
    if (!known && verdict !== 'bad') return []
    return [
      {
        cause,
        subject: of,
        timing: timingOf(rule, values, interval),
        input: {
          kind: 'observe',
          at,
          verdict,
          severity: candidate.severity == null ? values.severity : higher(values.severity, candidate.severity),
          value: candidate.value,
          grace: network.many ? graceMs : 0,
          parentId: network.alert_id,
        },
      },
    ]
  })
  for (const cause of rest)
    inputs.push({
      cause,
      timing: timingOf(rule, alertRules[rule], interval),
      input: { kind: 'observe', at, verdict: 'good', severity: 'info', value: null, grace: 0, parentId: null },
    })
  await applyInputs(tx, inputs)
}

/** The states of tables are judged with the threshold itself: a licence with 30 days left is reported. */
const inclusiveVerdict = (rule: AlertRuleKey, values: Parameters<typeof verdictOf>[1], { value }: Candidate) =>
  value === values.threshold ? 'bad' : verdictOf(rule, values, value!)

/** Alerts whose due time has come. Several workers share them. */
export async function sweepDue(tx: Tx): Promise<number> {
  await lockAlerts(tx)
  const { rows } = await sql<OpenAlert & { now: number; subject: string }>`
    select id, rule, cause, ancestor_ids, site_id, hardware_id, subject, ${nowMs} as now from alert
    where due_at <= now() order by due_at limit ${sql.lit(batch)} for update skip locked`.execute(tx)
  if (rows.length === 0) return 0
  const overrides = await readOverrides(tx, [...new Set(rows.flatMap(({ ancestor_ids }) => ancestor_ids))])
  const silent = rows
    .filter(({ rule }) => rule === 'device-unreachable')
    .flatMap(({ hardware_id }) => hardware_id ?? [])
  const parents = await parentsOf(tx, silent)
  const network = rows.some(({ rule }) => rule === 'site-unreachable') ? await networkState(tx) : undefined
  const parentOf = ({ rule, hardware_id }: OpenAlert) =>
    rule === 'site-unreachable'
      ? (network?.alert_id ?? null)
      : rule === 'device-unreachable' && hardware_id !== null
        ? (parents.get(hardware_id) ?? null)
        : null
  await applyToAlerts(
    tx,
    rows.map((row) => ({
      id: row.id,
      timing: timingOf(row.rule, effectiveRule(row.rule, row, overrides).values, intervals.sweep),
      input: { kind: 'tick', at: row.now, parentId: parentOf(row) },
    })),
  )
  return rows.length
}

/** Follows what is not observed: maintenance, rules that were switched off, subjects that were deleted or moved. */
export async function sweepOpen(tx: Tx): Promise<void> {
  await lockAlerts(tx)
  await sql`
    update alert a set company_id = h.company_id, site_id = h.site_id, subject_name = case a.subject when 'device' then h.name else a.subject_name end
    from hardware h where h.id = a.hardware_id and a.condition <> 'closed'
      and (h.company_id, h.site_id) is distinct from (a.company_id, a.site_id)`.execute(tx)
  const { rows } = await sql<OpenAlert & { now: number }>`
    select a.id, a.rule, a.cause, a.ancestor_ids, a.site_id, a.hardware_id, a.in_maintenance, ${nowMs} as now,
      under_maintenance(a.ancestor_ids, a.site_id, a.hardware_id) as covered,
      a.condition <> 'closed' and (h.deleted_at is not null or s.deleted_at is not null and a.subject = 'site'
        or a.subject = 'device' and a.rule <> 'warranty-expiring' and not exists (select from hardware_poll p where p.hardware_id = a.hardware_id)) as gone
    from alert a left join hardware h on h.id = a.hardware_id left join site s on s.id = a.site_id
    where a.condition <> 'closed' or a.owed is not null`.execute(tx)
  const overrides = await readOverrides(tx, [...new Set(rows.flatMap(({ ancestor_ids }) => ancestor_ids))])
  const inputs = rows.flatMap((row): Parameters<typeof applyToAlerts>[1][number][] => {
    const { id, rule, now } = row
    if (row.gone) return [{ id, input: { kind: 'close', at: now, reason: 'subject_gone' } }]
    if (!isEnabled(rule, row, overrides)) return [{ id, input: { kind: 'close', at: now, reason: 'rule_off' } }]
    return row.covered === row.in_maintenance
      ? []
      : [{ id, input: { kind: 'maintenance', at: now, active: row.covered } }]
  })
  await applyToAlerts(tx, inputs)
}

/** A closed alert that owes its end has no rule any more that could be off. */
const isEnabled = (rule: AlertRuleKey, row: OpenAlert, overrides: readonly RuleOverride[]) =>
  effectiveRule(rule, row, overrides).values.enabled

const deleteOld = (tx: Tx) =>
  sql`delete from alert where id in (select id from alert where condition = 'closed' and owed is null
    and closed_at < now() - make_interval(days => ${sql.lit(storedDays)}) order by closed_at limit 1000)`.execute(tx)

/**
 * Evaluates every 30 seconds what no reading triggers. Safe to run in several processes: the database decides.
 */
export function startAlerts(databases: Databases, log: Logger): { stop(): Promise<void> } {
  let stopped = false
  let wake = () => {}
  const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(databases, work, { actor_name: 'system' })
  const due = { slow: 0, nightly: 0 }
  const attempt = async (what: string, work: (tx: Tx) => Promise<unknown>) => {
    if (stopped) return
    try {
      await system(work)
    } catch (error) {
      log.warn({ err: error, what }, 'alerts could not be evaluated')
    }
  }
  const sweep = async () => {
    const slow = performance.now() >= due.slow
    if (slow) due.slow = performance.now() + intervals.slow
    for (const source of sources)
      if (source.often || slow) await attempt(source.rule, (tx) => evaluateSource(tx, source))
    await attempt('open', sweepOpen)
    for (let handled = batch; handled === batch && !stopped;) {
      handled = 0
      await attempt('due', async (tx) => void (handled = await sweepDue(tx)))
    }
    if (performance.now() < due.nightly) return
    due.nightly = performance.now() + intervals.nightly
    await attempt('occurrences', (tx) => createOccurrences(tx))
    await attempt('deletion', deleteOld)
    await attempt('deletion', deleteOldOccurrences)
  }
  const run = async () => {
    while (!stopped) {
      await sweep()
      if (stopped) return
      await new Promise<void>((done) => {
        wake = done
        setTimeout(done, intervals.sweep).unref()
      })
    }
  }
  const running = run()
  return {
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}
