import { Readable } from 'node:stream'
import { message, type Message } from '@trunkline/contract/errors'
import {
  deviceSetups,
  type DeviceSetupRow,
  type DeviceSetupState,
  type UnknownRouter,
} from '@trunkline/contract/resources/device-setup'
import { hardware } from '@trunkline/contract/resources/hardware'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { insertRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import { removeSetupLine, setupLine } from './setup-line.ts'
import { answerSetupCall, setupToken } from '../../devices/device-setup.ts'
import { AppError, conflict, invalid } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { indexHandler, loadRow, readRecord } from '../../http/standard-handlers.ts'
import { createScript, panelAddresses, tunnelOf } from '../hardware/bootstrap.ts'
import { parseMac } from '../hardware/mac.ts'
import { loadDevice } from '../lan/device.ts'

const state = sql<DeviceSetupRow['state']>`case
  when t.cancelled_at is not null then 'cancelled'
  when t.connected_at is not null and s.read_at >= t.connected_at then 'done'
  when t.connected_at is not null and s.last_error_at >= t.connected_at then 'unreachable'
  when t.connected_at is not null then 'connecting'
  when t.expires_at <= now() then 'expired'
  when t.script_at is not null then 'script'
  else 'waiting' end`

/** What needs attention first, and what has ended last. */
const stateOrder: readonly DeviceSetupState[] = [
  'unreachable',
  'expired',
  'connecting',
  'script',
  'waiting',
  'done',
  'cancelled',
]

const rows = (tx: Tx) =>
  tx
    .selectFrom('device_setup as t')
    .innerJoin('hardware as h', 'h.id', 't.hardware_id')
    .innerJoin('hardware_model as m', 'm.id', 'h.model_id')
    .innerJoin('company as c', 'c.id', 't.company_id')
    .leftJoin('site as l', 'l.id', 'h.site_id')
    .leftJoin('hardware_state as s', 's.hardware_id', 't.hardware_id')
    .select(['t.id', 't.hardware_id', 'h.name', 'h.serial_number', 'm.name as model_name', 't.company_id'])
    .select(['c.name as company_name', 'h.site_id', 'l.name as site_name', 't.vpn_dialup_id', 't.calls'])
    .select(['t.called_at', 't.script_at', 't.connected_at', 't.expires_at', 't.requested_by', 't.created_at'])
    .select(['t.ancestor_ids'])
    .select([
      state.as('state'),
      sql<number>`array_position(${stateOrder}::text[], ${state})`.as('state_rank'),
      sql<string | null>`upper(h.mac::text)`.as('mac'),
      sql<DeviceSetupRow['tunnel']>`t.tunnel`.as('tunnel'),
      sql<Message | null>`t.detail`.as('detail'),
      sql<string | null>`host(t.called_from)`.as('called_from'),
      sql<string | null>`case when s.read_at >= t.connected_at then s.read_at end`.as('read_at'),
      sql<Message | null>`case when s.last_error_at >= t.connected_at and (s.read_at is null or s.read_at < t.connected_at) then s.last_error end`.as(
        'read_error',
      ),
      sql<string>`lower(h.name || ' ' || coalesce(h.serial_number, '') || ' ' || coalesce(h.mac::text, '') || ' ' || coalesce(l.name, ''))`.as(
        'search_text',
      ),
    ])

const source = {
  table: 'device_setup',
  owner: 'company_id',
  rows,
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  sortBy: { state: 'state_rank' },
  softDelete: false,
} as const

/** Zero-touch setup: what waits for routers, the line that they run, and their calls. */
export const deviceSetupHandlers = (deps: Deps): Handlers<typeof deviceSetups> => {
  const { config } = deps
  const one = (tx: Tx, id: number) => readRecord(tx, { ...source, record: rows }, id)
  return {
    index: indexHandler(deps, deviceSetups.index, source),

    show: ({ actor, params, db }) =>
      db(async (tx) => {
        await loadRow(tx, actor, source, deviceSetups.show.access, params.id)
        return { data: (await one(tx, params.id)) as unknown as DeviceSetupRow }
      }),

    store: ({ actor, body, db }) =>
      db(async (tx) => {
        const device = await loadDevice(tx, actor, deviceSetups.store.access, body.hardware_id)
        // The script gives the panel full access to the router, as that of the device's page does.
        await loadDevice(tx, actor, { ...hardware.update.access, action: 'manage' }, body.hardware_id)
        const { serial_number } = await tx
          .selectFrom('hardware')
          .select('serial_number')
          .where('id', '=', device.id)
          .executeTakeFirstOrThrow()
        if (serial_number === null) throw invalid({ hardware_id: message('device_setup.serial_missing') })
        const { vpn_dialup_id = null, tunnel = null, days } = body
        if (vpn_dialup_id === null && tunnel !== null)
          throw invalid({ vpn_dialup_id: message('device.tunnel_dialup_required') })
        if (vpn_dialup_id !== null) await tunnelOf(tx, config.key, vpn_dialup_id, tunnel ?? 'l2tp', actor)
        // A setup that ran out makes room for the next one.
        await sql`update device_setup set cancelled_at = now() where hardware_id = ${device.id} and cancelled_at is null
          and connected_at is null and expires_at <= now()`.execute(tx)
        const { rows: open } =
          await sql`select from device_setup where hardware_id = ${device.id} and cancelled_at is null
          and connected_at is null for update`.execute(tx)
        if (open.length > 0) throw conflict('device_setup.waiting')
        const id = await insertRow(tx, 'device_setup', {
          company_id: device.company_id,
          hardware_id: device.id,
          vpn_dialup_id,
          tunnel: vpn_dialup_id === null ? null : (tunnel ?? 'l2tp'),
          expires_at: sql<string>`now() + make_interval(days => ${days})`,
          actor_id: actor.user_id,
          requested_by: actor.label,
        })
        return { data: { id } }
      }),

    cancel: ({ actor, params, db }) =>
      db(async (tx) => {
        const row = await loadRow(tx, actor, source, deviceSetups.cancel.access, params.id, { lock: true })
        if (row['cancelled_at'] !== null || row['connected_at'] !== null) throw conflict('device_setup.ended')
        await sql`update device_setup set cancelled_at = now() where id = ${params.id}`.execute(tx)
        return { data: (await one(tx, params.id)) as unknown as DeviceSetupRow }
      }),

    unknown: ({ db }) =>
      db(async (tx) => {
        const { rows: data } = await sql<UnknownRouter>`
          select serial_number, upper(mac) as mac, host(called_from) as called_from, called_at, calls
            from device_setup_call order by called_at desc limit 100`.execute(tx)
        return { data }
      }),

    async line({ actor, body, db }) {
      const keys = [config.key, ...config.formerKeys] as const
      const about = JSON.stringify({ setup_line: body.renew ? 'renewed' : 'shown' })
      await db((tx) =>
        sql`select audit_event(${body.renew ? 'update' : 'export'}, 'companies', c.id, c.name, c.id, null, ${about}::jsonb)
          from company c where c.id = ${actor.company_id}`.execute(tx),
      )
      const { token, created_at } = await setupToken(deps.databases, keys, actor, body.renew)
      return { data: { line: setupLine(`${config.baseUrl}/api/hook/device-setup/${token}`), created_at } }
    },

    async fetch({ params, query, request }) {
      const { serial, version } = query
      const parsed = query.mac === undefined ? undefined : parseMac(query.mac)
      // Resolved before the transaction, because DNS can be slow.
      const from = {
        plain: await panelAddresses(config.baseUrl, version, false),
        tunnelled: await panelAddresses(config.baseUrl, version, true),
      }
      const call = {
        token: params.token,
        serial,
        mac: parsed !== undefined && 'mac' in parsed ? parsed.mac : null,
        from: request.ip,
      }
      const answer = await answerSetupCall(deps.databases, call, async (tx, of) => {
        const { vpn_dialup_id } = of
        const device = { id: of.hardware_id, company_id: of.company_id, name: of.name }
        const { script } = await createScript(deps, tx, of.by, device, {
          version,
          vpn_dialup_id,
          tunnel:
            vpn_dialup_id === null ? undefined : await tunnelOf(tx, config.key, vpn_dialup_id, of.tunnel ?? 'l2tp'),
          from: vpn_dialup_id === null ? from.plain : from.tunnelled,
          device_setup_id: of.id,
        })
        return `${script}${removeSetupLine}\n`
      })
      if ('reason' in answer) throw new AppError('conflict', { reason: answer.reason })
      return { file: Readable.from([answer.script]), name: 'setup.rsc', type: deviceSetups.fetch.file }
    },
  }
}
