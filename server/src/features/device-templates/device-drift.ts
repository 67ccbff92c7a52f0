import { message, type Message } from '@trunkline/contract/errors'
import { deviceDrift, type DriftRow, type TemplateState } from '@trunkline/contract/resources/device-drift'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { isForDevice } from '../../devices/templates/resolve.ts'
import { invalid } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { indexHandler, loadRow } from '../../http/standard-handlers.ts'
import { addJob } from '../../jobs/queue.ts'
import { loadDevice } from '../lan/device.ts'
import { storeDriftPlan } from './plan.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('device_drift as d')
    .innerJoin('hardware as h', 'h.id', 'd.hardware_id')
    .innerJoin('company as c', 'c.id', 'h.company_id')
    .innerJoin('device_template as t', 't.id', 'd.template_id')
    .leftJoin('site as s', 's.id', 'h.site_id')
    .where('h.deleted_at', 'is', null)
    .select(['d.id', 'd.hardware_id', 'h.name as device_name', 'h.company_id', 'c.name as company_name', 'h.site_id'])
    .select(['s.name as site_name', 'd.template_id', 't.name as template_name', 'd.menu', 'd.row_key', 'd.field'])
    .select(['d.actual', 'd.desired', 'd.note', 'd.decided_by', 'd.decided_at', 'd.found_at', 'h.ancestor_ids'])
    .select([
      sql<DriftRow['verb']>`d.verb`.as('verb'),
      sql<DriftRow['state']>`d.state`.as('state'),
      sql<string>`lower(h.name || ' ' || d.menu || ' ' || d.row_key || ' ' || d.field)`.as('search_text'),
    ])

const source = {
  rows,
  owner: 'company_id',
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  softDelete: false,
} as const

/** Differences between devices and their templates, and what users decide about them. */
export const deviceDriftHandlers = (deps: Deps): Handlers<typeof deviceDrift> => ({
  index: indexHandler(deps, deviceDrift.index, source),

  show: ({ actor, params, db }) =>
    db(async (tx) => {
      // A page that shows the device asks again when it is moved to the trash.
      await loadRow(tx, actor, { table: 'hardware', owner: 'company_id' }, deviceDrift.show.access, params.id)
      const { rows: found } = await sql<TemplateState & { problem: Message | null }>`
        select s.checked_at, s.problem, s.first_contact_at, s.command_id,
          coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by cardinality(t.ancestor_ids), t.id)
            from device_template t where ${isForDevice}), '[]') as templates,
          (select count(*)::int from device_drift d where d.hardware_id = h.id and d.state = 'open') as open
        from hardware h left join device_template_state s on s.hardware_id = h.id where h.id = ${params.id}`.execute(tx)
      return { data: found[0] as TemplateState }
    }),

  decide: ({ actor, params, body, db }) =>
    db(async (tx) => {
      const device = await loadDevice(tx, actor, deviceDrift.decide.access, params.id)
      const { rows: found } = await sql<{ id: number; menu: string; row_key: string; field: string; state: string }>`
        select id, menu, row_key, field, state from device_drift where hardware_id = ${params.id} and id = any (${body.ids}::bigint[])
        order by id for update`.execute(tx)
      for (const [at, id] of body.ids.entries())
        if (!found.some((one) => one.id === id)) throw invalid({ [`ids.${at}`]: message('template.drift_gone') })
      const note = body.state === 'accepted' ? body.note || null : null
      await sql`
        update device_drift set state = ${body.state}, note = ${note},
          decided_by = ${body.state === 'open' ? null : actor.label}, decided_at = case when ${body.state} = 'open' then null else now() end
        where hardware_id = ${params.id} and id = any (${body.ids}::bigint[])`.execute(tx)
      for (const { menu, row_key, field, state } of found) {
        const about = { template_difference: [menu, row_key, field].filter((part) => part !== '').join(' ') }
        await sql`select audit_event('update', 'hardware', h.id, h.name, h.company_id, ${JSON.stringify({ ...about, state })}::jsonb,
          ${JSON.stringify({ ...about, state: body.state, note })}::jsonb) from hardware h where h.id = ${device.id}`.execute(
          tx,
        )
      }
      // A revoked exception that does not differ any more goes with the next comparison.
      if (body.state === 'open')
        await addJob(tx, 'check-templates', { hardware_id: params.id }, { key: `check-templates:device:${params.id}` })
      return { data: { changed: found.length } }
    }),

  check: ({ actor, params, db }) =>
    db(async (tx) => {
      await loadDevice(tx, actor, deviceDrift.check.access, params.id)
      await addJob(tx, 'check-templates', { hardware_id: params.id }, { key: `check-templates:device:${params.id}` })
    }),

  plan: ({ actor, body, db }) => db(async (tx) => ({ data: { id: await storeDriftPlan(tx, actor, body) } })),
})
