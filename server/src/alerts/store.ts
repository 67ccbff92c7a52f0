import type { AlertRuleKey, AlertSeverity, AlertSubject } from '@trunkline/contract/resources/alert-rules'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { dueAt, type AlertEvent, type AlertInput, type AlertState, type Timing } from './model.ts'
import { transition, type Transition } from './transition.ts'
import { pauseDeliveries, resumeDeliveries } from './maintenance.ts'
import { notifyTargets } from './notify/notify-targets.ts'

/** What an alert is about, as it is stored with the alert. */
export interface Subject {
  rule: AlertRuleKey
  subject: AlertSubject
  subject_id: number | null
  /** Key of a subject without a number: the host of a RADIUS server. */
  subject_key?: string
  part?: string
  subject_name: string
  company_id: number
  site_id?: number | null
  hardware_id?: number | null
}

/** An input of a cause. `subject` is required for observations, which may open an alert. */
export interface CauseInput {
  cause: string
  subject?: Subject
  timing: Timing
  input: Omitted
}
/** The engine adds maintenance and earlier fires. */
type Omitted =
  | Exclude<AlertInput, { kind: 'observe' }>
  | Omit<Extract<AlertInput, { kind: 'observe' }>, 'inMaintenance' | 'earlierFires'>

/** Identity of a cause, independent of threshold, value and rule: `kind:subject:id[:part]`. */
export const causeOf = ({ rule, subject, subject_id, subject_key = '', part = '' }: Subject): string =>
  `${rule}:${subject}:${subject_id ?? subject_key}${part === '' ? '' : `:${part}`}`

/** Key of the advisory lock of transitions. */
const lockKey = 2_026_165

/**
 * Waits until no other transaction changes alerts. Every transaction that writes alerts calls it before it reads them, so
 * that alerts are never locked in different orders.
 */
export const lockAlerts = (tx: Tx) => sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)

interface StoredAlert {
  id: number
  cause: string
  condition: AlertState['condition']
  severity: AlertSeverity
  close_reason: AlertState['closeReason']
  value: number | null
  seq: number
  notified_seq: number | null
  owed: AlertState['owed']
  acknowledged_by: string | null
  acknowledge_note: string | null
  parent_id: number | null
  in_maintenance: boolean
  since: number
  fired_at: number | null
  clearing_since: number | null
  closed_at: number | null
  observed_at: number
  acknowledged_at: number | null
  acknowledged_until: number | null
  release_at: number | null
  flapping_until: number | null
  grace_until: number | null
  expires_at: number | null
  fires: number[]
  /** Whether the subject is in maintenance now; `in_maintenance` is what the last transition knew. */
  covered: boolean
}

const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::float8 as ${column}`)
const timeColumns = [
  'since',
  'fired_at',
  'clearing_since',
  'closed_at',
  'observed_at',
  'acknowledged_at',
  'acknowledged_until',
  'release_at',
  'flapping_until',
  'grace_until',
  'expires_at',
] as const
const stateColumns = sql`id, cause, condition, severity, close_reason, value::float8 as value, seq, notified_seq, owed, acknowledged_by, acknowledge_note,
  parent_id, in_maintenance, under_maintenance(ancestor_ids, site_id, hardware_id) as covered, ${sql.join(timeColumns.map(ms))},
  array(select round(extract(epoch from f) * 1000)::float8 from unnest(fires) f) as fires`

const stateOf = (row: StoredAlert): AlertState => ({
  condition: row.condition,
  severity: row.severity,
  since: row.since,
  firedAt: row.fired_at,
  clearingSince: row.clearing_since,
  closedAt: row.closed_at,
  closeReason: row.close_reason,
  observedAt: row.observed_at,
  value: row.value,
  seq: row.seq,
  notifiedSeq: row.notified_seq,
  owed: row.owed,
  handling:
    row.acknowledged_by === null
      ? null
      : {
          by: row.acknowledged_by,
          at: row.acknowledged_at ?? 0,
          note: row.acknowledge_note,
          until: row.acknowledged_until,
        },
  parentId: row.parent_id,
  releaseAt: row.release_at,
  inMaintenance: row.in_maintenance,
  flappingUntil: row.flapping_until,
  fires: row.fires,
  graceUntil: row.grace_until,
  expiresAt: row.expires_at,
})

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

/** The stored columns of a state. */
const columnsOf = (state: AlertState) => ({
  condition: state.condition,
  severity: state.severity,
  close_reason: state.closeReason,
  value: state.value,
  seq: state.seq,
  notified_seq: state.notifiedSeq,
  owed: state.owed,
  acknowledged_by: state.handling?.by ?? null,
  acknowledge_note: state.handling?.note ?? null,
  parent_id: state.parentId,
  in_maintenance: state.inMaintenance,
  since: iso(state.since),
  fired_at: iso(state.firedAt),
  clearing_since: iso(state.clearingSince),
  closed_at: iso(state.closedAt),
  observed_at: iso(state.observedAt),
  acknowledged_at: iso(state.handling?.at ?? null),
  acknowledged_until: iso(state.handling?.until ?? null),
  release_at: iso(state.releaseAt),
  flapping_until: iso(state.flappingUntil),
  grace_until: iso(state.graceUntil),
  expires_at: iso(state.expiresAt),
  due_at: iso(dueAt(state)),
  fires: state.fires.map((time) => new Date(time).toISOString()),
})

const types = {
  condition: 'text',
  severity: 'text',
  close_reason: 'text',
  value: 'real',
  seq: 'int',
  notified_seq: 'int',
  owed: 'text',
  acknowledged_by: 'text',
  acknowledge_note: 'text',
  parent_id: 'bigint',
  in_maintenance: 'boolean',
  since: 'timestamptz',
  fired_at: 'timestamptz',
  clearing_since: 'timestamptz',
  closed_at: 'timestamptz',
  observed_at: 'timestamptz',
  acknowledged_at: 'timestamptz',
  acknowledged_until: 'timestamptz',
  release_at: 'timestamptz',
  flapping_until: 'timestamptz',
  grace_until: 'timestamptz',
  expires_at: 'timestamptz',
  due_at: 'timestamptz',
  fires: 'timestamptz[]',
} as const satisfies Record<keyof ReturnType<typeof columnsOf>, string>
const names = Object.keys(types) as (keyof typeof types)[]
const stateRecord = sql.raw(names.map((name) => `${name} ${types[name]}`).join(', '))
const setState = sql.raw(names.map((name) => `${name} = r.${name}`).join(', '))
const insertNames = sql.raw(names.join(', '))
const insertValues = sql.raw(names.map((name) => `r.${name}`).join(', '))

/**
 * Applies inputs to their causes and records the events, in the caller's transaction. Several inputs of a cause apply in
 * order. The caller holds `lockAlerts`.
 */
export async function applyInputs(tx: Tx, inputs: readonly CauseInput[]): Promise<void> {
  if (inputs.length === 0) return
  const causes = [...new Set(inputs.map(({ cause }) => cause))]
  const { rows: open } = await sql<StoredAlert>`
    select ${stateColumns} from alert where cause = any (${causes}::text[]) and condition <> 'closed' order by id for update`.execute(
    tx,
  )
  const stored = new Map(open.map((row) => [row.cause, row]))
  const opening = inputs.flatMap(({ cause, subject, input }) =>
    input.kind === 'observe' && input.verdict === 'bad' && !stored.has(cause) && subject !== undefined
      ? [{ cause, subject }]
      : [],
  )
  const context = await readContext(tx, opening)
  const changed = new Map<string, Changed>()
  for (const { cause, subject, timing, input } of inputs) {
    const known = changed.get(cause)
    const row = stored.get(cause)
    const before = known === undefined ? row && stateOf(row) : known.state
    const { inMaintenance = false, earlierFires = [] } = context.get(cause) ?? {}
    const full: AlertInput = input.kind === 'observe' ? { ...input, inMaintenance, earlierFires } : input
    const next = transitionOf(known === undefined ? row : undefined, before, full, timing)
    if (next.state === undefined && before === undefined) continue
    changed.set(cause, {
      id: row?.id ?? null,
      cause,
      subject: subject ?? known?.subject,
      state: next.state,
      events: [...(known?.events ?? []), ...next.events],
    })
  }
  await writeChanges(tx, [...changed.values()])
}

/** The transition of an input, after that of a maintenance that has started or ended since the last one. */
function transitionOf(
  row: StoredAlert | undefined,
  before: AlertState | undefined,
  input: AlertInput,
  timing: Timing,
): Transition {
  if (row === undefined || row.covered === row.in_maintenance || input.kind === 'maintenance')
    return transition(before, input, timing)
  const first = transition(before, { kind: 'maintenance', at: input.at, active: row.covered }, timing)
  const next = transition(first.state, input, timing)
  return { state: next.state, events: [...first.events, ...next.events] }
}

interface Changed {
  id: number | null
  cause: string
  subject: Subject | undefined
  state: AlertState | undefined
  events: AlertEvent[]
}

/** Maintenance of the subjects that may open an alert, and the fires of the last hour of their causes. */
async function readContext(
  tx: Tx,
  opening: readonly { cause: string; subject: Subject }[],
): Promise<Map<string, { inMaintenance: boolean; earlierFires: number[] }>> {
  if (opening.length === 0) return new Map()
  const list = opening.map(({ cause, subject }) => ({
    cause,
    company_id: subject.company_id,
    site_id: subject.site_id ?? null,
    hardware_id: subject.hardware_id ?? null,
  }))
  const { rows } = await sql<{ cause: string; covered: boolean; fires: number[] | null }>`
    select r.cause, under_maintenance(c.ancestor_ids, r.site_id, r.hardware_id) as covered,
      (select array(select round(extract(epoch from f) * 1000)::float8 from unnest(a.fires) f) from alert a
        where a.cause = r.cause and a.condition = 'closed' order by a.closed_at desc, a.id desc limit 1) as fires
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r(cause text, company_id bigint, site_id bigint, hardware_id bigint)
      join company c on c.id = r.company_id`.execute(tx)
  return new Map(
    rows.map(({ cause, covered, fires }) => [cause, { inMaintenance: covered, earlierFires: fires ?? [] }]),
  )
}

/** Stores changed states with their events, and lets the children of closed alerts know. */
async function writeChanges(tx: Tx, changes: readonly Changed[]): Promise<void> {
  const dropped = changes.flatMap(({ id, state }) => (state === undefined && id !== null ? [id] : []))
  if (dropped.length > 0) await sql`delete from alert where id = any (${dropped}::bigint[])`.execute(tx)
  const updated = changes.flatMap(({ id, state, subject }) =>
    state !== undefined && id !== null
      ? [
          {
            id,
            ...columnsOf(state),
            company_id: subject?.company_id ?? null,
            site_id: subject?.site_id ?? null,
            subject_name: subject?.subject_name ?? null,
          },
        ]
      : [],
  )
  if (updated.length > 0)
    await sql`
      update alert a set ${setState}, company_id = coalesce(r.company_id, a.company_id), subject_name = coalesce(r.subject_name, a.subject_name),
        site_id = case when r.company_id is null then a.site_id else r.site_id end
      from jsonb_to_recordset(${JSON.stringify(updated)}::jsonb) as r(id bigint, company_id bigint, site_id bigint, subject_name text, ${stateRecord})
      where a.id = r.id`.execute(tx)
  const added = changes.flatMap(({ id, cause, subject, state }) =>
    state !== undefined && id === null && subject !== undefined
      ? [
          {
            cause,
            rule: subject.rule,
            subject: subject.subject,
            subject_id: subject.subject_id,
            part: subject.part ?? '',
            subject_name: subject.subject_name,
            company_id: subject.company_id,
            site_id: subject.site_id ?? null,
            hardware_id: subject.hardware_id ?? null,
            ...columnsOf(state),
          },
        ]
      : [],
  )
  const ids = new Map(changes.flatMap(({ cause, id }) => (id === null ? [] : [[cause, id] as const])))
  if (added.length > 0) {
    const { rows } = await sql<{ id: number; cause: string }>`
      insert into alert (cause, rule, subject, subject_id, part, subject_name, company_id, site_id, hardware_id, ${insertNames})
      select r.cause, r.rule, r.subject, r.subject_id, r.part, r.subject_name, r.company_id, r.site_id, r.hardware_id, ${insertValues}
        from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as r(cause text, rule text, subject text, subject_id bigint, part text,
          subject_name text, company_id bigint, site_id bigint, hardware_id bigint, ${stateRecord}) order by r.cause
      returning id, cause`.execute(tx)
    for (const { id, cause } of rows) ids.set(cause, id)
  }
  await writeEvents(
    tx,
    changes.flatMap(({ cause, events }) => events.map((event) => ({ alert_id: ids.get(cause)!, event }))),
  )
  const closed = changes.flatMap(({ cause, state }) => (state?.condition === 'closed' ? [ids.get(cause)!] : []))
  if (closed.length > 0) await releaseChildren(tx, closed)
}

async function writeEvents(tx: Tx, list: readonly { alert_id: number; event: AlertEvent }[]): Promise<void> {
  if (list.length === 0) return
  const rows = list.map(({ alert_id, event: { at, by, ...event } }) => ({
    alert_id,
    ...event,
    at: iso(at),
    by_name: by,
  }))
  await sql`
    insert into alert_event (alert_id, seq, at, kind, severity, value, by_name, note, notify)
    select r.alert_id, r.seq, r.at, r.kind, r.severity, r.value, r.by_name, r.note, r.notify
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(alert_id bigint, seq int, at timestamptz, kind text, severity text, value real, by_name text, note text, notify text)
      order by 1, 2`.execute(tx)
  const having = (kind: AlertEvent['kind']) => list.flatMap((one) => (one.event.kind === kind ? [one.alert_id] : []))
  await pauseDeliveries(tx, having('maintenance_began'))
  await resumeDeliveries(tx, having('maintenance_ended'))
  await notifyTargets(
    tx,
    list.flatMap(({ alert_id, event: { seq, notify } }) => (notify == null ? [] : [{ alert_id, seq, event: notify }])),
  )
}

const noTiming: Timing = { fireAfter: 0, clearAfter: 0, maxGap: Infinity, expireAfter: null }

async function releaseChildren(tx: Tx, parents: readonly number[]): Promise<void> {
  const { rows } = await sql<{ cause: string; now: number }>`
    select cause, ${nowMs} as now from alert where parent_id = any (${[...parents]}::bigint[]) and condition <> 'closed'`.execute(
    tx,
  )
  await applyInputs(
    tx,
    rows.map(({ cause, now }) => ({ cause, timing: noTiming, input: { kind: 'parent_over', at: now } })),
  )
}

/** The database's clock in milliseconds since 1970. */
export const nowMs = sql<number>`round(extract(epoch from clock_timestamp()) * 1000)::float8`

/**
 * Applies an input to known alerts, closed ones included, by id.
 * @returns ids whose state has changed
 */
export async function applyToAlerts(
  tx: Tx,
  list: readonly { id: number; timing?: Timing; input: Exclude<AlertInput, { kind: 'observe' }> }[],
): Promise<number[]> {
  if (list.length === 0) return []
  const { rows } = await sql<StoredAlert>`
    select ${stateColumns} from alert where id = any (${list.map(({ id }) => id)}::bigint[]) order by id for update`.execute(
    tx,
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  const changes = list.flatMap(({ id, timing = noTiming, input }): Changed[] => {
    const row = stored.get(id)
    if (row === undefined) return []
    const { state, events } = transitionOf(row, stateOf(row), input, timing)
    return [{ id, cause: row.cause, subject: undefined, state, events }]
  })
  await writeChanges(tx, changes)
  return changes.filter(({ events }) => events.length > 0).map(({ id }) => id!)
}
