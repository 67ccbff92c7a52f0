import type { Body } from '@trunkline/contract/endpoint'
import { message, type FieldErrors } from '@trunkline/contract/errors'
import {
  maintenanceMinutes,
  maintenanceWindows,
  type CurrentMaintenance,
  type MaintenanceScope,
  type MaintenanceState,
  type MaintenanceWindow,
  type MaintenanceWindowRow,
} from '@trunkline/contract/resources/maintenance-window'
import { sql } from 'kysely'
import { createOccurrences } from '../../alerts/maintenance.ts'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import {
  createRecord,
  destroyRecord,
  loadRow,
  readRecord,
  recoverRecord,
  standardHandlers,
  updateRecord,
  type RowWrite,
} from '../../http/standard-handlers.ts'
import { isTimeZone } from '../../reference/time-zones.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { checkCompanyLive } from '../companies/company-live.ts'

/** The occurrence that runs, or the next one. */
const nextOccurrence = sql`(select o.during from maintenance_occurrence o where o.window_id = w.id and upper(o.during) > now() order by o.during limit 1)`

const rows = (tx: Tx) =>
  tx
    .selectFrom('maintenance_window as w')
    .innerJoin('company as c', 'c.id', 'w.company_id')
    .leftJoin('site as s', 's.id', 'w.site_id')
    .leftJoin('hardware as h', 'h.id', 'w.hardware_id')
    .leftJoin('rollout as r', 'r.id', 'w.rollout_id')
    .select(['w.id', 'w.name', 'w.company_id', 'c.name as company_name', 'w.site_id', 'w.hardware_id', 'w.rollout_id'])
    .select([
      'w.time_zone',
      'w.created_at',
      'w.updated_at',
      'w.deleted_at',
      'w.search_text',
      'w.ancestor_ids',
      'w.notes',
    ])
    .select([
      sql<MaintenanceScope>`w.scope`.as('scope'),
      sql<MaintenanceWindowRow['repeats']>`w.repeats`.as('repeats'),
      sql<
        string | null
      >`case w.scope when 'company' then c.name when 'site' then s.name when 'device' then h.name else r.name end`.as(
        'scope_name',
      ),
      sql<string | null>`lower(${nextOccurrence})`.as('next_from'),
      sql<string | null>`upper(${nextOccurrence})`.as('next_until'),
      sql<MaintenanceState>`case when lower(${nextOccurrence}) <= now() then 'running' when ${nextOccurrence} is null then 'over' else 'planned' end`.as(
        'state',
      ),
    ])

const record = (tx: Tx) =>
  rows(tx)
    .select(['w.version', 'w.ended_at', 'w.starts_on', 'w.ends_on', 'w.minutes', 'w.until'])
    .select([
      sql<string>`to_char(w.starts_at, 'HH24:MI')`.as('starts_at'),
      sql<string | null>`to_char(w.ends_at, 'HH24:MI')`.as('ends_at'),
      sql<number[]>`to_jsonb(w.weekdays)`.as('weekdays'),
      sql<MaintenanceWindow['occurrences']>`(
        select coalesce(jsonb_agg(jsonb_build_object('from', to_char(lower(e.during) at time zone 'UTC', ${isoFormat}), 'until', to_char(upper(e.during) at time zone 'UTC', ${isoFormat})) order by e.during), '[]')
        from ((select o.during from maintenance_occurrence o where o.window_id = w.id and upper(o.during) <= now() order by o.during desc limit 10)
          union all
          (select o.during from maintenance_occurrence o where o.window_id = w.id and upper(o.during) > now() order by o.during limit 10)) e)`.as(
        'occurrences',
      ),
    ])

const isoFormat = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')

type WindowBody = Partial<Body<typeof maintenanceWindows.store>> & { ended_at?: string | null }

/** The column that names what a window of a scope covers. */
const scopeColumns = { site: 'site_id', device: 'hardware_id', rollout: 'rollout_id' } as const
const scopeFields = Object.values(scopeColumns)
/** Fields that only one kind of repetition has. */
const repeatFields = { once: ['ends_on', 'ends_at'], weekly: ['weekdays', 'minutes', 'until'] } as const
/** A change of these starts an ended window again. */
const scheduleFields = [
  'repeats',
  'starts_on',
  'starts_at',
  'time_zone',
  ...repeatFields.once,
  ...repeatFields.weekly,
] as const

const isGiven = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)

/** The scope and the schedule after a write. */
interface Wanted {
  scope: MaintenanceScope
  site_id: number | null
  hardware_id: number | null
  rollout_id: number | null
  repeats: 'once' | 'weekly'
  starts_on: string
  starts_at: string
  ends_on: string | null
  ends_at: string | null
  weekdays: number[]
  minutes: number | null
  until: string | null
}

interface Facts {
  company_id: number
  time_zone: string
  wanted: Wanted
  rescheduled: boolean
}

/** What a window covers: its company, and the time zone of its site or company. */
interface Covered {
  company_id: number
  ancestor_ids: number[]
  time_zone: string
}

async function readCovered(tx: Tx, wanted: Wanted): Promise<Covered | undefined> {
  const { rows: found } = await sql<Covered>`
    select s.company_id, s.ancestor_ids, s.time_zone from site s where s.id = ${wanted.site_id}
    union all
    select h.company_id, h.ancestor_ids, coalesce(s.time_zone, c.time_zone) from hardware h join company c on c.id = h.company_id
      left join site s on s.id = h.site_id where h.id = ${wanted.hardware_id}
    union all
    select r.company_id, r.ancestor_ids, c.time_zone from rollout r join company c on c.id = r.company_id where r.id = ${wanted.rollout_id}`.execute(
    tx,
  )
  return found[0]
}

async function validate(tx: Tx, { body, actor, before }: RowWrite<WindowBody>): Promise<Facts> {
  const errors: FieldErrors = {}
  const merged = { ...before, ...definedOf(body) } as Partial<Wanted>
  const { scope, repeats } = merged as Wanted
  const own = scope === 'company' ? undefined : scopeColumns[scope]
  const used: readonly string[] = repeatFields[repeats]
  for (const field of scopeFields)
    if (field !== own && isGiven(body[field])) errors[field] = message('alert.window_field_not_used')
  for (const field of [...repeatFields.once, ...repeatFields.weekly])
    if (!used.includes(field) && isGiven(body[field])) errors[field] = message('alert.window_field_not_used')
  // What the window does not use any more is dropped.
  const wanted: Wanted = {
    scope,
    repeats,
    starts_on: merged.starts_on as string,
    starts_at: merged.starts_at as string,
    site_id: scope === 'site' ? (merged.site_id ?? null) : null,
    hardware_id: scope === 'device' ? (merged.hardware_id ?? null) : null,
    rollout_id: scope === 'rollout' ? (merged.rollout_id ?? null) : null,
    ends_on: repeats === 'once' ? (merged.ends_on ?? null) : null,
    ends_at: repeats === 'once' ? (merged.ends_at ?? null) : null,
    weekdays: repeats === 'weekly' ? (merged.weekdays ?? []) : [],
    minutes: repeats === 'weekly' ? (merged.minutes ?? null) : null,
    until: repeats === 'weekly' ? (merged.until ?? null) : null,
  }
  for (const field of repeats === 'once' ? repeatFields.once : (['weekdays', 'minutes'] as const))
    if (!isGiven(wanted[field])) errors[field] = message('field.required')
  if (body.time_zone !== undefined && !isTimeZone(body.time_zone)) errors['time_zone'] = message('field.time_zone')
  const covered = await readCovered(tx, wanted)
  const company_id = Number(before?.['company_id'] ?? body.company_id ?? covered?.company_id ?? actor.company_id)
  if (own !== undefined && wanted[own] === null) errors[own] = message('field.required')
  else if (own !== undefined && covered?.ancestor_ids.includes(company_id) !== true)
    errors[own] = message('alert.window_other_company')
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { rows: owner } = await sql<{ time_zone: string }>`
    select time_zone from company where id = ${company_id}`.execute(tx)
  const time_zone =
    body.time_zone ??
    (before?.['time_zone'] as string | undefined) ??
    covered?.time_zone ??
    owner[0]?.time_zone ??
    'UTC'
  const after = { ...wanted, time_zone }
  const rescheduled = scheduleFields.some((field) => comparable(after[field]) !== comparable(before?.[field]))
  if (rescheduled) await checkSchedule(tx, wanted, time_zone)
  return { company_id, time_zone, wanted, rescheduled }
}

/** A value as text; the database returns wall times with seconds. */
const comparable = (value: unknown) =>
  typeof value === 'string' && /^\d\d:\d\d/.test(value) ? value.slice(0, 5) : JSON.stringify(value ?? null)

const definedOf = (body: object) => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

/** @throws AppError invalid: the window ends before it starts, is too long, or never occurs */
async function checkSchedule(tx: Tx, wanted: Wanted, time_zone: string): Promise<void> {
  const { rows: found } = await sql<{ minutes: number | null; last_day: string | null; occurs: boolean }>`
    with w as (
      select * from jsonb_populate_record(null::maintenance_window, ${JSON.stringify({ ...wanted, time_zone })}::jsonb))
    select (extract(epoch from ((w.ends_on + w.ends_at) at time zone w.time_zone) - ((w.starts_on + w.starts_at) at time zone w.time_zone)) / 60)::float8 as minutes,
      exists (select from maintenance_occurrences(to_jsonb(w), now())) as occurs
    from w`.execute(tx)
  const { minutes, occurs } = found[0]!
  if (wanted.repeats === 'once') {
    if (minutes === null || minutes <= 0) throw invalid({ ends_at: message('alert.window_end') })
    if (minutes > maintenanceMinutes.once)
      throw invalid({ ends_on: message('alert.window_too_long', { days: maintenanceMinutes.once / 1440 }) })
  }
  if (!occurs) throw invalid({ [wanted.repeats === 'once' ? 'ends_on' : 'until']: message('alert.window_never') })
}

const columns = ({ body, before }: RowWrite<WindowBody>, facts: Facts): StoredRow => ({
  ...facts.wanted,
  ...(body.name !== undefined && { name: body.name }),
  ...(body.notes !== undefined && { notes: body.notes }),
  time_zone: facts.time_zone,
  ...(facts.rescheduled && { ended_at: null }),
  ...(body.ended_at !== undefined && { ended_at: body.ended_at }),
  ...(before === undefined && { company_id: facts.company_id }),
})

const source = {
  table: 'maintenance_window',
  owner: 'company_id',
  rows,
  record,
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  validate,
  columns,
} as const

/** Maintenance windows; their occurrences are made in the transaction of each write. */
export const maintenanceWindowHandlers = (deps: Deps): Handlers<typeof maintenanceWindows> => ({
  ...standardHandlers(deps, maintenanceWindows, source),
  ...bulkHandlers(maintenanceWindows, { ...source, softDelete: true }),

  store: (call) =>
    call.db(async (tx) => {
      const id = await createRecord(tx, call, maintenanceWindows.store, source)
      await createOccurrences(tx, id)
      return { data: { id } }
    }),

  update: (call) =>
    call.db(async (tx) => {
      await updateRecord(tx, call, maintenanceWindows.update, source)
      await createOccurrences(tx, call.params.id)
      return { data: await readRecord(tx, source, call.params.id) }
    }),

  destroy: (call) =>
    call.db(async (tx) => {
      await destroyRecord(tx, call, maintenanceWindows.destroy, source)
      await createOccurrences(tx, call.params.id)
    }),

  recover: (call) =>
    call.db(async (tx) => {
      await recoverRecord(tx, call, maintenanceWindows.recover, source, checkCompanyLive)
      await createOccurrences(tx, call.params.id)
      return { data: await readRecord(tx, source, call.params.id) }
    }),

  end: ({ actor, params, db }) =>
    db(async (tx) => {
      await loadRow(tx, actor, source, maintenanceWindows.end.access, params.id, { lock: true })
      const { rows: running } = await sql`
        select from maintenance_occurrence where window_id = ${params.id} and during @> now()`.execute(tx)
      if (running.length === 0) throw conflict('alert.window_not_running')
      await sql`update maintenance_window set ended_at = now() where id = ${params.id}`.execute(tx)
      await createOccurrences(tx, params.id)
      return { data: await readRecord(tx, source, params.id) }
    }),

  current: ({ query, db }) =>
    db(async (tx) => {
      const { company_id = null, site_id = null, hardware_id = null } = query
      const { rows: visible } = await sql`
        select from hardware where id = ${hardware_id} union all select from site where id = ${site_id} and ${hardware_id}::bigint is null
        union all select from company where id = ${company_id} and num_nonnulls(${site_id}::bigint, ${hardware_id}::bigint) = 0`.execute(
        tx,
      )
      if (visible.length === 0) throw notFound()
      const { rows: found } = await sql<CurrentMaintenance>`
        select m.kind, m.until, w.id as window_id, w.name as window_name
        from current_maintenance(${company_id}, ${site_id}, ${hardware_id}) m
          left join maintenance_window w on w.id = m.window_id`.execute(tx)
      return { data: found[0] ?? null }
    }),
})
