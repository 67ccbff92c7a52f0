import { message } from '@trunkline/contract/errors'
import { alerts, type AlertDetails, type AlertEventEntry, type AlertListRow } from '@trunkline/contract/resources/alert'
import type { ListInput } from '@trunkline/contract/list'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { applyToAlerts, lockAlerts, nowMs } from '../../alerts/store.ts'
import type { AlertInput } from '../../alerts/model.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { invalid, notFound } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { selectedIds } from '../../http/selection.ts'
import { indexHandler } from '../../http/standard-handlers.ts'

/** Alerts that have fired. */
const rows = (tx: Tx) =>
  tx
    .selectFrom('alert as a')
    .innerJoin('company as c', 'c.id', 'a.company_id')
    .leftJoin('site as s', 's.id', 'a.site_id')
    .where('a.condition', '<>', 'pending')
    .select(['a.id', 'a.subject_id', 'a.subject_name', 'a.part', 'a.company_id', 'c.name as company_name', 'a.site_id'])
    .select(['s.name as site_name', 'a.hardware_id', 'a.severity', 'a.since', 'a.fired_at', 'a.closed_at'])
    .select(['a.close_reason', 'a.acknowledged_by', 'a.acknowledged_at', 'a.acknowledge_note', 'a.acknowledged_until'])
    .select(['a.parent_id', 'a.in_maintenance', 'a.urgency', 'a.search_text', 'a.ancestor_ids'])
    .select([
      sql<AlertListRow['rule']>`a.rule`.as('rule'),
      sql<AlertListRow['subject']>`a.subject`.as('subject'),
      sql<AlertListRow['condition']>`a.condition`.as('condition'),
      sql<number | null>`a.value::float8`.as('value'),
      sql<boolean>`a.acknowledged_by is not null`.as('acknowledged'),
      sql<boolean>`a.flapping_until is not null`.as('flapping'),
      sql<boolean>`a.parent_id is not null or a.in_maintenance or a.flapping_until is not null`.as('suppressed'),
      sql<number>`(select count(*)::int from alert o where o.parent_id = a.id and o.condition <> 'closed')`.as(
        'suppressed_count',
      ),
    ])

const source = {
  table: 'alert',
  owner: 'company_id',
  rows,
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  softDelete: false,
} as const

/** Events of an alert that its page shows. */
const shownEvents = 200

async function readAlert(tx: Tx, id: number): Promise<AlertDetails> {
  const row = await rows(tx).where('a.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  const { search_text: _search, ancestor_ids: _ancestors, ...shown } = row
  const { rows: events } = await sql<AlertEventEntry>`
    select seq, at, kind, severity, value::float8 as value, by_name, note, notify from alert_event where alert_id = ${id}
    order by seq desc limit ${sql.lit(shownEvents)}`.execute(tx)
  const { rows: parents } = await sql<{ subject_name: string }>`
    select subject_name from alert where id = ${shown.parent_id}`.execute(tx)
  return { ...shown, parent_name: parents[0]?.subject_name ?? null, events }
}

interface Selected {
  actor: Actor
  db: Call['db']
  body: { ids?: number[] | undefined; matching?: (ListInput & { total: number }) | undefined }
}

/** Applies an input to the selected alerts, and reports those that have ended. */
async function applySelected(
  tx: Tx,
  { actor, body }: Pick<Selected, 'actor' | 'body'>,
  input: (at: number) => Exclude<AlertInput, { kind: 'observe' }>,
) {
  const ids = await selectedIds(tx, actor, alerts.index, source, body)
  await lockAlerts(tx)
  const { rows: open } = await sql<{ id: number; condition: string; at: number }>`
    select id, condition, ${nowMs} as at from alert where id = any (${ids}::bigint[]) and condition <> 'pending'`.execute(
    tx,
  )
  const known = new Map(open.map((row) => [row.id, row]))
  const applicable = open.filter(({ condition }) => condition !== 'closed')
  await applyToAlerts(
    tx,
    applicable.map(({ id, at }) => ({ id, input: input(at) })),
  )
  return ids.map((id) => {
    const row = known.get(id)
    if (row === undefined) return { id, ok: false, code: 'not_found', ...message('row.missing', { kind: 'alert' }) }
    return row.condition === 'closed'
      ? { id, ok: false, code: 'conflict', ...message('alert.closed') }
      : { id, ok: true }
  })
}

export const alertHandlers = (deps: Deps): Handlers<typeof alerts> => ({
  index: indexHandler(deps, alerts.index, source),
  show: ({ db, params }) => db(async (tx) => ({ data: await readAlert(tx, params.id) })),

  acknowledge: (call) =>
    call.db(async (tx) => {
      const { note = null, until = null } = call.body
      if (until !== null && Date.parse(until) <= Date.now()) throw invalid({ until: message('alert.until_past') })
      const by = (call.actor as Actor).label
      return {
        data: await applySelected(tx, call, (at) => ({
          kind: 'acknowledge',
          at,
          by,
          note: note === '' ? null : note,
          until: until === null ? null : Date.parse(until),
        })),
      }
    }),

  unacknowledge: (call) =>
    call.db(async (tx) => {
      const by = (call.actor as Actor).label
      return { data: await applySelected(tx, call, (at) => ({ kind: 'unacknowledge', at, by })) }
    }),
})
