import {
  authMethods,
  delegatedIpv6Methods,
  framedIpv6Methods,
  ipv4Methods,
  paymentPeriods,
  serviceStatuses,
  type ServiceKind,
} from '@trunkline/contract/resources/radius-enums'
import { services } from '@trunkline/contract/resources/service'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import {
  assertMayOwn,
  destroyRecord,
  indexHandler,
  lockForUpdate,
  loadRow,
  readRecord,
  recoverRecord,
  showHandler,
} from '../../http/standard-handlers.ts'
import { choicesOf } from '../../reference/labels.ts'
import {
  authMethodLabels,
  delegatedIpv6MethodLabels,
  framedIpv6MethodLabels,
  ipv4MethodLabels,
  paymentPeriodLabels,
  serviceStatusLabels,
} from '../../reference/radius-labels.ts'
import { requestChange, requestDisconnect } from '../../sessions/change.ts'
import { lookUpCompanies } from '../companies/company-lookup.ts'
import { releaseAll, reallocate } from './service-addresses.ts'
import type { ServiceBody } from './service-body.ts'
import { lookUpServices } from './service-lookup.ts'
import { previewOf } from './service-preview.ts'
import { serviceSources } from './service-rows.ts'
import type { StoredService } from './service-rules.ts'
import { sessionsOf } from './service-sessions.ts'
import { changeServiceStatus } from './service-status.ts'
import { usageOf } from './service-usage.ts'
import { changeService, createService, validateService } from './service-write.ts'

/** Handlers of one kind. Services and VPN dial-ups share a table; rows of the other kind are not found. */
export function serviceKindHandlers(deps: Deps, calls: typeof services, kind: ServiceKind): Handlers<typeof services> {
  const source = serviceSources[kind]
  const list = { ...source, softDelete: true }
  const subject = calls.show.access.subject
  const writerOf = (actor: Actor) => ({ actor, kind, key: deps.config.key })
  // oxlint-disable-next-line typescript/no-explicit-any -- calls of several endpoints, all with an id in the path
  const sameKind = async (tx: Tx, call: Call<any>) => {
    const { id } = call.params as { id: number }
    const row = await tx.selectFrom('service').select('kind').where('id', '=', id).executeTakeFirst()
    if (row?.kind !== kind) throw notFound()
  }
  const loadService = async (tx: Tx, call: Call<typeof calls.sessions>, access = calls.sessions.access) => {
    await sameKind(tx, call)
    return loadRow(tx, call.actor as Actor, source, access, call.params.id)
  }
  return {
    index: indexHandler(deps, calls.index, {
      ...list,
      options: (_tx: Tx, { locale }: Actor) => ({
        ipv4_assignment_methods: choicesOf(ipv4MethodLabels, ipv4Methods, locale),
        payment_periods: choicesOf(paymentPeriodLabels, paymentPeriods, locale),
        statuses: choicesOf(serviceStatusLabels, serviceStatuses, locale),
      }),
    }),

    show: showHandler(calls.show, source),

    store: (call) =>
      call.db(async (tx) => {
        const { actor, body } = call
        const facts = await validateService(tx, kind, { body, actor, before: undefined })
        assertMayOwn(actor, calls.store.access, facts.company_id)
        return { data: { id: await createService(tx, writerOf(actor), body, facts) } }
      }),

    update: (call) =>
      call.db(async (tx) => {
        await sameKind(tx, call)
        const { actor, params } = call
        const { before, body } = await lockForUpdate<ServiceBody>(tx, call, calls.update, source)
        const facts = await validateService(tx, kind, { body, actor, before })
        await changeService(tx, writerOf(actor), body, before as unknown as StoredService, facts)
        return { data: await readRecord(tx, source, params.id) }
      }),

    destroy: (call) =>
      call.db(async (tx) => {
        await sameKind(tx, call)
        const row = await destroyRecord(tx, call, calls.destroy, source)
        if (row === undefined) return
        const { id, status } = row as unknown as StoredService
        if (status !== 'terminated') await releaseAll(tx, { kind, id })
        await requestChange(tx, id, 'status', call.actor.label)
      }),

    recover: (call) =>
      call.db(async (tx) => {
        await sameKind(tx, call)
        const row = (await recoverRecord(tx, call, calls.recover, source)) as unknown as StoredService | undefined
        if (row !== undefined && row.status !== 'terminated') await reallocate(tx, row)
        return { data: await readRecord(tx, source, call.params.id) }
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
        auth_methods: choicesOf(authMethodLabels, kind === 'service' ? authMethods : ['password'], locale),
        ipv4_methods: choicesOf(ipv4MethodLabels, ipv4Methods, locale),
        framed_ipv6_methods: choicesOf(framedIpv6MethodLabels, framedIpv6Methods, locale),
        delegated_ipv6_methods: choicesOf(delegatedIpv6MethodLabels, delegatedIpv6Methods, locale),
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
        await loadService(tx, call)
        return sessionsOf(tx, call.params.id, call.query)
      }),

    usage: (call) =>
      call.db(async (tx) => {
        await loadService(tx, call as never)
        const { quota } = await readRecord(tx, source, call.params.id)
        return { data: { ...(await usageOf(tx, call.params.id, call.query)), quota } }
      }),

    disconnect: (call) =>
      call.db(async (tx) => {
        await loadService(tx, call as never, calls.disconnect.access as never)
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
        const row = await loadService(tx, call as never)
        return { data: await previewOf(tx, row as unknown as StoredService, call.query) }
      }),
  }
}

/** All calls except the import, which the imports feature serves. */
export const serviceHandlers = (deps: Deps): Handlers<typeof services> => serviceKindHandlers(deps, services, 'service')
