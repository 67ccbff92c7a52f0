import type { Ability } from '@trunkline/contract/abilities'
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
import type { Handlers } from '../../http/call.ts'
import { saveLabels } from '../../http/labels/write.ts'
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
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { lookUpCompanies } from '../companies/company-lookup.ts'
import { releaseAll, reallocate } from './service-addresses.ts'
import { serviceBody } from './service-body.ts'
import { lookUpServices } from './service-lookup.ts'
import { checkPartsLive } from './service-parts.ts'
import { previewOf } from './service-preview.ts'
import { serviceSources } from './service-rows.ts'
import type { StoredService } from './service-rules.ts'
import { sessionsOf } from './service-sessions.ts'
import { changeServiceStatus } from './service-status.ts'
import { usageOf } from './service-usage.ts'
import { changeService, createService, validateService } from './service-write.ts'

type Locale = Actor['locale']

/** Choices of the list's filters. */
const filterChoices = (locale: Locale) => ({
  ipv4_assignment_methods: choicesOf(ipv4MethodLabels, ipv4Methods, locale),
  payment_periods: choicesOf(paymentPeriodLabels, paymentPeriods, locale),
  statuses: choicesOf(serviceStatusLabels, serviceStatuses, locale),
})

/** Handlers that list the choices of a form. */
const choiceHandlers = (
  kind: ServiceKind,
): Pick<Handlers<typeof services>, 'ipv4Methods' | 'paymentPeriods' | 'statuses' | 'options'> => ({
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
})

interface ServiceCall {
  actor: Actor
  params: { id: number }
}

/** @throws AppError not_found for a service of the other kind */
async function checkKind(tx: Tx, kind: ServiceKind, { params }: ServiceCall): Promise<void> {
  const row = await tx.selectFrom('service').select('kind').where('id', '=', params.id).executeTakeFirst()
  if (row?.kind !== kind) throw notFound()
}

/** Handlers of one kind. Services and VPN dial-ups share a table; rows of the other kind are not found. */
export function serviceKindHandlers(deps: Deps, calls: typeof services, kind: ServiceKind): Handlers<typeof services> {
  const source = serviceSources[kind]
  const list = { ...source, softDelete: true }
  const subject = calls.show.access.subject
  const writerOf = (actor: Actor) => ({ actor, kind, key: deps.config.key })
  const loadService = async (tx: Tx, call: ServiceCall, access: Ability = calls.sessions.access) => {
    await checkKind(tx, kind, call)
    return loadRow(tx, call.actor, source, access, call.params.id)
  }
  return {
    ...choiceHandlers(kind),
    ...bulkHandlers(calls, list),

    index: indexHandler(deps, calls.index, { ...list, options: (_tx: Tx, { locale }: Actor) => filterChoices(locale) }),

    show: showHandler(calls.show, source),

    store: (call) =>
      call.db(async (tx) => {
        const { actor } = call
        const body = serviceBody(call.body)
        const facts = await validateService(tx, kind, { body, actor, before: undefined })
        assertMayOwn(actor, calls.store.access, facts.company_id)
        const id = await createService(tx, writerOf(actor), body, facts)
        await saveLabels(tx, 'service', id, body, { isNew: true })
        return { data: { id } }
      }),

    update: (call) =>
      call.db(async (tx) => {
        await checkKind(tx, kind, call)
        const { actor, params } = call
        const { before, body: sent } = await lockForUpdate<Parameters<typeof serviceBody>[0]>(
          tx,
          call,
          calls.update,
          source,
        )
        const body = serviceBody(sent)
        const facts = await validateService(tx, kind, { body, actor, before })
        await changeService(tx, writerOf(actor), body, before as unknown as StoredService, facts)
        await saveLabels(tx, 'service', params.id, body)
        return { data: await readRecord(tx, source, params.id) }
      }),

    destroy: (call) =>
      call.db(async (tx) => {
        await checkKind(tx, kind, call)
        const row = await destroyRecord(tx, call, calls.destroy, source)
        if (row === undefined) return
        const { id, status } = row as unknown as StoredService
        if (status !== 'terminated') await releaseAll(tx, { kind, id })
        await requestChange(tx, id, 'status', call.actor.label)
      }),

    recover: (call) =>
      call.db(async (tx) => {
        await checkKind(tx, kind, call)
        const row = (await recoverRecord(tx, call, calls.recover, source, checkPartsLive)) as unknown as
          | StoredService
          | undefined
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
        await loadService(tx, call)
        const { quota } = await readRecord(tx, source, call.params.id)
        return { data: { ...(await usageOf(tx, call.params.id, call.query)), quota } }
      }),

    disconnect: (call) =>
      call.db(async (tx) => {
        await loadService(tx, call, calls.disconnect.access)
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
        const row = await loadService(tx, call)
        return { data: await previewOf(tx, row as unknown as StoredService, call.query) }
      }),
  }
}

/** All calls except the import, which the imports feature serves. */
export const serviceHandlers = (deps: Deps): Handlers<typeof services> => serviceKindHandlers(deps, services, 'service')
