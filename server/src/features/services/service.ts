import {
  ipv4Methods,
  paymentPeriods,
  serviceStatuses,
  type ServiceKind,
} from '@trunkline/contract/resources/radius-words'
import { services } from '@trunkline/contract/resources/service'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import {
  destroyHandler,
  reachRow,
  readRecord,
  recoverHandler,
  standardHandlers,
  type ToColumns,
} from '../../http/standard-handlers.ts'
import { choicesOf } from '../../reference/labels.ts'
import { ipv4MethodLabels, paymentPeriodLabels, serviceStatusLabels } from '../../reference/radius-labels.ts'
import { requestChange, requestDisconnect } from '../../sessions/change.ts'
import { seal } from '../../sessions/seal.ts'
import { lookUpCompanies } from '../companies/company-lookup.ts'
import { addressesOf, giveBack, noAddresses, settleAddresses, takeAgain } from './service-addresses.ts'
import { lookUpServices } from './service-lookup.ts'
import { previewOf } from './service-preview.ts'
import { serviceSources } from './service-rows.ts'
import { checkService, reasonOf, type ServiceBody, type StoredService } from './service-rules.ts'
import { sessionsOf } from './service-sessions.ts'
import { changeServiceStatus } from './service-status.ts'
import { usageOf } from './service-usage.ts'

/** Address management names the user of what it gives, so the id is known before the row is written. */
async function nextId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('service', 'id')) as id`.execute(tx)
  return (rows[0] as { id: number }).id
}

/** What a body asks for as columns; takes and gives back addresses, and tells running sessions. */
export const dialColumns =
  (deps: Pick<Deps, 'config'>, kind: ServiceKind): ToColumns<ServiceBody> =>
  async (body, call, tx, row) => {
    const before = row as StoredService | undefined
    const { password, ip: _ip, network: _net, network_prefix: _np, ipv6_network: _v6, ipv6_prefix: _vp, ...same } = body
    const company_id = before?.company_id ?? body.company_id ?? (call.actor as Actor).company_id
    await checkService(tx, kind, company_id, body, before)
    const status = body.status ?? before?.status ?? 'active'
    const id = before?.id ?? (await nextId(tx))
    const taker = { kind, id, username: body.username ?? before?.username ?? '', company_id }
    const held = before === undefined ? noAddresses : addressesOf(before)
    const ends = status === 'terminated'
    const ended = before?.status === 'terminated'
    if (ends && !ended) await giveBack(tx, taker)
    // What it had is asked for again, unless the same change says what it is to have instead.
    const anew = body.ip !== undefined || body.subnet_id !== undefined || body.ipv4_method !== undefined
    if (ended && !ends && !anew) await takeAgain(tx, held)
    const from = ended && anew ? { ...held, address_id: null, network_id: null, ipv6_network_id: null } : held
    const addresses = ends ? {} : await settleAddresses(tx, taker, body, from)
    if (before !== undefined) {
      const reason = reasonOf(body, before, { ...before, ...addresses })
      if (reason !== undefined) await requestChange(tx, id, reason, (call.actor as Actor).label)
    }
    return {
      ...same,
      ...(before === undefined && { id, kind, company_id, status }),
      ...(password !== undefined && { password: seal(deps.config.key, password) }),
      ...addresses,
    }
  }

/** The handlers of one kind: services and VPN dial-ups are one table, and each is not there for the calls of the other. */
export function dialHandlers(deps: Deps, calls: typeof services, kind: ServiceKind): Handlers<typeof services> {
  const source = { ...serviceSources[kind], columns: dialColumns(deps, kind) }
  const list = { ...source, softDelete: true }
  const subject = calls.show.access.subject
  const standard = standardHandlers(deps, calls, source)
  // oxlint-disable-next-line typescript/no-explicit-any -- calls of several endpoints, all with an id in the path
  const sameKind = async (tx: Tx, call: Call<any>) => {
    const { id } = call.params as { id: number }
    const row = await tx.selectFrom('service').select('kind').where('id', '=', id).executeTakeFirst()
    if (row?.kind !== kind) throw notFound()
  }
  const reach = async (tx: Tx, call: Call<typeof calls.sessions>, access = calls.sessions.access) => {
    await sameKind(tx, call)
    return reachRow(tx, call.actor as Actor, source, access, call.params.id)
  }
  const destroy = destroyHandler(calls.destroy, source, async (row, call, tx) => {
    const { id, status } = row as unknown as StoredService
    if (status !== 'terminated') await giveBack(tx, { kind, id })
    await requestChange(tx, id, 'status', (call.actor as Actor).label)
  })
  const recover = recoverHandler(calls.recover, source, async (row, _call, tx) => {
    const stored = row as unknown as StoredService
    if (stored.status !== 'terminated') await takeAgain(tx, stored)
  })
  return {
    ...standard,

    update: (call) =>
      call.db(async (tx) => {
        await sameKind(tx, call)
        return standard.update(call)
      }),

    destroy: (call) =>
      call.db(async (tx) => {
        await sameKind(tx, call)
        return destroy(call)
      }),

    recover: (call) =>
      call.db(async (tx) => {
        await sameKind(tx, call)
        return recover(call)
      }),

    lookup: (call) => call.db(async (tx) => ({ data: await lookUpServices(tx, call.actor, kind, call.query) })),

    companies: (call) =>
      call.db(async (tx) => ({
        data: await lookUpCompanies(tx, call.actor, {
          ...call.query,
          ...(kind === 'service' && { type_id: 'client' as const }),
        }),
      })),

    ipv4Methods: async ({ actor }) => ({ data: choicesOf(ipv4MethodLabels, ipv4Methods, actor.locale) }),
    paymentPeriods: async ({ actor }) => ({ data: choicesOf(paymentPeriodLabels, paymentPeriods, actor.locale) }),
    statuses: async ({ actor }) => ({ data: choicesOf(serviceStatusLabels, serviceStatuses, actor.locale) }),
    options: async ({ actor: { locale } }) => ({
      data: {
        ipv4_methods: choicesOf(ipv4MethodLabels, ipv4Methods, locale),
        payment_periods: choicesOf(paymentPeriodLabels, paymentPeriods, locale),
        statuses: choicesOf(serviceStatusLabels, serviceStatuses, locale),
      },
    }),

    changeStatus: (call) =>
      call.db((tx) =>
        changeServiceStatus(tx, call.actor, { kind, subject, index: calls.index, source: list }, call.body),
      ),

    sessions: (call) =>
      call.db(async (tx) => {
        await reach(tx, call)
        return sessionsOf(tx, call.params.id, call.query)
      }),

    usage: (call) =>
      call.db(async (tx) => {
        await reach(tx, call as never)
        const { quota } = await readRecord(tx, source, call.params.id)
        return { data: { ...(await usageOf(tx, call.params.id, call.query)), quota } }
      }),

    disconnect: (call) =>
      call.db(async (tx) => {
        await reach(tx, call as never, calls.disconnect.access as never)
        const live = await tx
          .selectFrom('session_live')
          .select('uid')
          .where('service_id', '=', call.params.id)
          .execute()
        return {
          data: await requestDisconnect(
            tx,
            live.map(({ uid }) => uid),
            call.actor.label,
          ),
        }
      }),

    preview: (call) =>
      call.db(async (tx) => {
        const row = await reach(tx, call as never)
        return { data: await previewOf(tx, row as unknown as StoredService, call.query) }
      }),
  }
}

/** All calls but the import, which is served with the imports. */
export const serviceHandlers = (deps: Deps): Handlers<typeof services> => dialHandlers(deps, services, 'service')
