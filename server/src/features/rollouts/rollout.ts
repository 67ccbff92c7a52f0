import { message } from '@trunkline/contract/errors'
import {
  rollouts,
  type ChangeGroup,
  type Rollout,
  type RolloutDevice,
  type RolloutRow,
  type RolloutState,
} from '@trunkline/contract/resources/rollout'
import { hardware } from '@trunkline/contract/resources/hardware'
import type { ListInput } from '@trunkline/contract/list'
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { divideIntoWaves } from '../../devices/rollout/advance.ts'
import { wakeRollout, writeDevice } from '../../devices/rollout/progress.ts'
import { rolloutContext } from '../../devices/password-context.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { matchingIds } from '../../http/selection.ts'
import { indexHandler, loadRow } from '../../http/standard-handlers.ts'
import { open, seal } from '../../secrets.ts'
import { hardwareListSource } from '../hardware/hardware-rows.ts'
import { addDevices } from './add-devices.ts'
import { checkItems, secretsOf, withoutSecrets } from './change-items.ts'
import { checkDevices, checkTargets, ended } from './targets.ts'

/** Number of devices of the rollout `t` that meet a condition. */
const counted = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from rollout_device d where d.rollout_id = t.id and ${condition})`

const rows = (tx: Tx) =>
  tx
    .selectFrom('rollout as t')
    .innerJoin('company as c', 'c.id', 't.company_id')
    .select(['t.id', 't.name', 't.company_id', 'c.name as company_name', 't.target_version', 't.requested_by'])
    .select(['t.created_at', 't.started_at', 't.finished_at', 't.search_text', 't.ancestor_ids'])
    .select([
      sql<RolloutRow['kind']>`t.kind`.as('kind'),
      sql<RolloutRow['source']>`t.source`.as('source'),
      sql<RolloutRow['channel']>`t.channel`.as('channel'),
      sql<RolloutState>`t.state`.as('state'),
      counted(sql`true`).as('devices'),
      counted(sql`d.state in (${ended})`).as('ended'),
      counted(sql`d.state in ('failed', 'degraded', 'lost')`).as('failed'),
      counted(sql`d.state = 'offline'`).as('offline'),
    ])

const record = (tx: Tx) =>
  rows(tx)
    .select(['t.routerboard', 't.canaries', 't.wave_size', 't.soak_minutes', 't.max_failures', 't.min_voltage'])
    .select('t.from_templates')
    .select([
      sql<Rollout['maintenance_window']>`t.maintenance_window`.as('maintenance_window'),
      sql<Rollout['items']>`t.items`.as('items'),
      // The server adds the text.
      sql<Rollout['cause']>`t.cause`.as('cause'),
      sql<Rollout['waves']>`coalesce((select jsonb_agg(w order by w.wave) from (
        select d.wave, count(*)::int as devices, count(*) filter (where d.state in (${ended}))::int as ended
        from rollout_device d where d.rollout_id = t.id and d.wave is not null group by d.wave) w), '[]')`.as('waves'),
    ])

const deviceRows = (tx: Tx) =>
  tx
    .selectFrom('rollout_device as d')
    .innerJoin('hardware as h', 'h.id', 'd.hardware_id')
    .innerJoin('hardware_model as m', 'm.id', 'h.model_id')
    .leftJoin('site as s', 's.id', 'h.site_id')
    .select(['d.id', 'd.rollout_id', 'd.hardware_id', 'h.name', 'm.name as model_name', 's.name as site_name'])
    .select(['s.time_zone', 'd.position', 'd.wave', 'd.is_canary', 'd.distance', 'd.packages'])
    .select(['d.version_before', 'd.version_after', 'd.state_at', sql<string>`lower(h.name)`.as('search_text')])
    .innerJoin('rollout as o', 'o.id', 'd.rollout_id')
    .select([
      sql<string | null>`case o.kind when 'upgrade' then d.planned_version end`.as('planned_version'),
      sql<string | null>`case o.kind when 'change' then d.planned_version end`.as('group'),
      sql<RolloutDevice['state']>`d.state`.as('state'),
      sql<RolloutDevice['detail']>`d.detail`.as('detail'),
      sql<RolloutDevice['facts_before']>`d.facts_before`.as('facts_before'),
      sql<RolloutDevice['facts_after']>`d.facts_after`.as('facts_after'),
      sql<RolloutDevice['differences']>`d.differences`.as('differences'),
    ])

const source = {
  table: 'rollout',
  owner: 'company_id',
  rows,
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  softDelete: false,
} as const
const deviceSource = { rows: deviceRows, owner: null, searchText: 'search_text', softDelete: false } as const

async function readRollout(tx: Tx, id: number): Promise<Rollout> {
  const row = await record(tx).where('t.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  const { search_text: _search, ancestor_ids: _ancestors, ...shown } = row
  return shown as Rollout
}

/** Transitions that users request, and the states from which each is possible. */
const transitions = {
  start: { from: ['planned'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused', 'stopped'], to: 'running' },
  cancel: { from: ['planning', 'planned', 'running', 'paused', 'stopped'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly RolloutState[]; to: RolloutState }>

interface StoredRollout {
  id: number
  kind: RolloutRow['kind']
  selection: { matching?: ListInput & { total: number } } | null
  state: RolloutState
  finished_at: string | null
}

const lock = async (tx: Tx, actor: Actor, id: number): Promise<StoredRollout> =>
  (await loadRow(tx, actor, source, rollouts.start.access, id, { lock: true })) as unknown as StoredRollout

/** Devices that have not restarted stay as they are; those that have are still checked. */
async function cancelDevices(tx: Tx, actor: Actor, id: number): Promise<void> {
  const detail = JSON.stringify(message('command.cancelled', { by: actor.label }))
  await sql`
    update device_command c set state = 'cancelled', secret = null, finished_at = now(), detail = ${detail}::jsonb
    from rollout_device d where d.rollout_id = ${id} and c.id = d.command_id and c.state = 'queued' and d.reboot_requested_at is null`.execute(
    tx,
  )
  await sql`
    update rollout_device d set state = 'cancelled', detail = null, state_at = now()
    where rollout_id = ${id} and (state in ('planned', 'offline') or state in ('planning', 'queued') and not exists (
      select from device_command c where c.id = d.command_id and c.state = 'running'))`.execute(tx)
}

/** A device of the rollout, locked. @throws AppError validation_failed at `device_id` */
async function lockDevice(
  tx: Tx,
  rollout_id: number,
  id: number,
): Promise<{ id: number; state: string; position: number }> {
  const { rows: found } = await sql<{ id: number; state: string; position: number }>`
    select id, state, position from rollout_device where id = ${id} and rollout_id = ${rollout_id} for update`.execute(
    tx,
  )
  if (found[0] === undefined) throw invalid({ device_id: message('row.missing', { kind: 'hardware' }) })
  return found[0]
}

/** @throws AppError conflict if the filter of a change matches other devices than at its planning */
async function checkSelection(tx: Tx, actor: Actor, { id, selection }: StoredRollout): Promise<void> {
  const matching = selection?.matching
  if (matching === undefined) return
  const { total: _total, ...query } = matching
  const now = await matchingIds(tx, actor, hardware.index, hardwareListSource, query)
  const { rows: found } = await sql<{ added: number; removed: number }>`
    select (select count(*)::int from unnest(${now}::bigint[]) n (id) where not exists (
        select from rollout_device d where d.rollout_id = ${id} and d.hardware_id = n.id)) as added,
      (select count(*)::int from rollout_device d where d.rollout_id = ${id} and d.state <> 'skipped' and d.hardware_id <> all (${now}::bigint[])) as removed`.execute(
    tx,
  )
  const { added, removed } = found[0] as { added: number; removed: number }
  if (added + removed > 0) throw conflict('rollout.selection_changed', { added, removed })
}

export const rolloutHandlers = (deps: Deps): Handlers<typeof rollouts> => {
  const transition =
    (name: keyof typeof transitions) =>
    ({ actor, params: { id }, query, db }: Pick<Call, 'actor' | 'db'> & { params: { id: number }; query?: unknown }) =>
      db(async (tx: Tx) => {
        const row = await lock(tx, actor as Actor, id)
        const { state } = row
        const { from, to } = transitions[name]
        if (!(from as readonly string[]).includes(state)) throw conflict('rollout.wrong_state')
        if (name === 'start') {
          const { rows: open } = await sql`
            select from rollout_device where rollout_id = ${id} and state in ('planned', 'offline') limit 1`.execute(tx)
          if (open.length === 0) throw conflict('rollout.nothing_planned')
          const { selection_confirmed = false } = (query ?? {}) as { selection_confirmed?: boolean }
          if (!selection_confirmed) await checkSelection(tx, actor as Actor, row)
        }
        if (name === 'cancel') await cancelDevices(tx, actor as Actor, id)
        await sql`
          update rollout t set state = ${to}, cause = null,
            started_at = case when ${name === 'start'} then now() else started_at end,
            failures_accepted = case when ${name === 'resume'} then ${counted(sql`d.state in ('failed', 'degraded', 'lost')`)} else failures_accepted end
          where id = ${id}`.execute(tx)
        await wakeRollout(tx, id)
        return { data: await readRollout(tx, id) }
      })

  return {
    index: indexHandler(deps, rollouts.index, source),

    show: ({ actor, params, db }) =>
      db(async (tx) => {
        await loadRow(tx, actor, source, rollouts.show.access, params.id)
        return { data: await readRollout(tx, params.id) }
      }),

    async devices(call) {
      const { actor, params } = call
      await call.db((tx) => loadRow(tx, actor, source, rollouts.devices.access, params.id))
      const where = [sql<SqlBool>`r.rollout_id = ${params.id}`]
      return indexHandler(deps, rollouts.devices, { ...deviceSource, where })(call as Call)
    },

    store: ({ actor, body, db }) =>
      db(async (tx) => {
        const selected = await checkTargets(tx, actor, body)
        const { ids: _ids, matching: _matching, maintenance_window, ...values } = body
        const { id } = await tx
          .insertInto('rollout')
          .values({
            ...values,
            target_version: values.target_version ?? null,
            min_voltage: values.min_voltage ?? null,
            maintenance_window: maintenance_window == null ? null : JSON.stringify(maintenance_window),
            company_id: actor.company_id,
            actor_id: actor.user_id,
            requested_by: actor.label,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await addDevices(tx, actor, id, selected)
        return { data: { id } }
      }),

    storeChange: ({ actor, body, db }) =>
      db(async (tx) => {
        const { ids, matching, items, maintenance_window, ...values } = body
        const selected = await checkDevices(tx, actor, body)
        checkItems(items)
        const { id } = await tx
          .insertInto('rollout')
          .values({
            ...values,
            kind: 'change',
            channel: 'stable',
            items: JSON.stringify(items.map(withoutSecrets)),
            selection: JSON.stringify(matching === undefined ? { ids } : { matching }),
            maintenance_window: maintenance_window == null ? null : JSON.stringify(maintenance_window),
            company_id: actor.company_id,
            actor_id: actor.user_id,
            requested_by: actor.label,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const secrets = secretsOf(items)
        if (Object.keys(secrets).length > 0)
          await tx
            .updateTable('rollout')
            .set({ secret: seal(deps.config.key, JSON.stringify(secrets), rolloutContext(id)) })
            .where('id', '=', id)
            .execute()
        await addDevices(tx, actor, id, selected)
        return { data: { id } }
      }),

    groups: ({ actor, params: { id }, db }) =>
      db(async (tx) => {
        await loadRow(tx, actor, source, rollouts.groups.access, id)
        const { rows: found } = await sql<ChangeGroup>`
          select g.planned_version as "group", g.devices, g.names, jsonb_array_length(f.changes) as total,
            (select coalesce(jsonb_agg(one order by at), '[]') from jsonb_array_elements(f.changes) with ordinality c (one, at) where at <= 100) as changes
          from (select d.planned_version, count(*)::int as devices, min(d.id) as first,
              (array_agg(h.name order by d.position))[1:5] as names
            from rollout_device d join hardware h on h.id = d.hardware_id
            where d.rollout_id = ${id} and d.changes is not null group by d.planned_version) g
          join rollout_device f on f.id = g.first order by g.devices desc, g.planned_version limit 200`.execute(tx)
        return { data: found }
      }),

    repeat: ({ actor, params: { id }, db }) =>
      db(async (tx) => {
        const row = await loadRow(tx, actor, source, rollouts.repeat.access, id, { lock: true })
        const old = row as unknown as StoredRollout & { secret: Buffer | null }
        if (old.finished_at === null) throw conflict('rollout.wrong_state')
        const { rows: left } = await sql<{ hardware_id: number }>`
          select d.hardware_id from rollout_device d join hardware h on h.id = d.hardware_id
            where d.rollout_id = ${id} and d.state in ('failed', 'degraded', 'held', 'skipped', 'cancelled', 'lost') and h.deleted_at is null
              and not exists (select from rollout_device o where o.hardware_id = d.hardware_id and o.state not in (${ended}))`.execute(
          tx,
        )
        if (left.length === 0) throw conflict('rollout.nothing_to_repeat')
        const { rows: made } = await sql<{ id: number }>`
          insert into rollout (company_id, name, kind, channel, source, target_version, routerboard, canaries, wave_size, soak_minutes, max_failures,
            min_voltage, maintenance_window, items, from_templates, template_id, selection, actor_id, requested_by)
          select company_id, name, kind, channel, source, target_version, routerboard, canaries, wave_size, soak_minutes, max_failures,
            min_voltage, maintenance_window, items, from_templates, template_id, jsonb_build_object('repeats', id), ${actor.user_id}, ${actor.label}
          from rollout where id = ${id} returning id`.execute(tx)
        const next = (made[0] as { id: number }).id
        if (old.secret !== null) {
          const keys = [deps.config.key, ...deps.config.formerKeys] as const
          const secret = seal(keys, open(keys, old.secret, rolloutContext(id)), rolloutContext(next))
          await tx.updateTable('rollout').set({ secret }).where('id', '=', next).execute()
        }
        await sql`
          insert into rollout_device (rollout_id, company_id, hardware_id, position)
          select ${next}, r.company_id, h.id, row_number() over (order by h.name, h.id) from hardware h, rollout r
            where r.id = ${next} and h.id = any (${left.map((one) => one.hardware_id)}::bigint[])`.execute(tx)
        await wakeRollout(tx, next)
        return { data: { id: next } }
      }),

    start: transition('start'),
    pause: transition('pause'),
    resume: transition('resume'),
    cancel: transition('cancel'),

    moveDevice: ({ actor, params: { id }, body, db }) =>
      db(async (tx) => {
        const { state } = await lock(tx, actor, id)
        if (state !== 'planned') throw conflict('rollout.wrong_state')
        const device = await lockDevice(tx, id, body.device_id)
        const { rows: others } = await sql<{ id: number }>`
          select id from rollout_device where rollout_id = ${id} and id <> ${device.id} order by position, id for update`.execute(
          tx,
        )
        const order = others.map((one) => one.id).toSpliced(body.position - 1, 0, device.id)
        await sql`
          update rollout_device d set position = v.position
          from unnest(${order}::bigint[]) with ordinality v (id, position) where d.id = v.id and d.position <> v.position`.execute(
          tx,
        )
        await divideIntoWaves(tx, id)
        return { data: await readRollout(tx, id) }
      }),

    skipDevice: ({ actor, params: { id }, body, db }) =>
      db(async (tx) => {
        const { finished_at } = await lock(tx, actor, id)
        if (finished_at !== null) throw conflict('rollout.wrong_state')
        const device = await lockDevice(tx, id, body.device_id)
        if (!['planned', 'offline'].includes(device.state)) throw conflict('rollout.device_wrong_state')
        await writeDevice(tx, device.id, { state: 'skipped', detail: null })
        await wakeRollout(tx, id)
        return { data: await readRollout(tx, id) }
      }),

    retryDevice: ({ actor, params: { id }, body, db }) =>
      db(async (tx) => {
        const { state, finished_at } = await lock(tx, actor, id)
        if (finished_at !== null || state === 'cancelled') throw conflict('rollout.wrong_state')
        const device = await lockDevice(tx, id, body.device_id)
        if (!['held', 'failed', 'skipped'].includes(device.state)) throw conflict('rollout.device_wrong_state')
        const { rows: busy } = await sql`
          select from rollout_device d where d.hardware_id = (select hardware_id from rollout_device where id = ${device.id})
            and d.id <> ${device.id} and d.state not in (${ended}) limit 1`.execute(tx)
        if (busy.length > 0) throw conflict('rollout.device_wrong_state')
        // The device is asked again: what it is offered may have changed.
        await sql`
          update rollout_device set state = 'planning', detail = null, planned_version = null, packages = null, steps = null, changes = null, command_id = null, attempts = 0, reboot_requested_at = null,
            firmware_written_at = null, firmware_reboot_requested_at = null, deadline_at = null, state_at = now()
          where id = ${device.id}`.execute(tx)
        await wakeRollout(tx, id)
        return { data: await readRollout(tx, id) }
      }),
  }
}
