import {
  authMethods,
  delegatedIpv6Methods,
  framedIpv6Methods,
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
import {
  authMethodLabels,
  delegatedIpv6MethodLabels,
  framedIpv6MethodLabels,
  ipv4MethodLabels,
  paymentPeriodLabels,
  serviceStatusLabels,
} from '../../reference/radius-labels.ts'
import { requestChange, requestDisconnect } from '../../sessions/change.ts'
import { seal } from '../../sessions/seal.ts'
import { lookUpCompanies } from '../companies/company-lookup.ts'
import { addressesOf, heldAgain, noAddresses, settleTerminated } from './address-rules.ts'
import { giveBack, settleAddresses, takeAgain } from './service-addresses.ts'
import type { ServiceBody } from './service-body.ts'
import { identityColumns, identityOf } from './service-identity.ts'
import { lookUpServices } from './service-lookup.ts'
import { previewOf } from './service-preview.ts'
import { serviceSources } from './service-rows.ts'
import { checkService, defaultIpv4Method, reasonOf, type StoredService } from './service-rules.ts'
import { sessionsOf } from './service-sessions.ts'
import { changeServiceStatus } from './service-status.ts'
import { usageOf } from './service-usage.ts'

/** Address management names the user of what it gives, so the id is known before the row is written. */
async function nextId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('service', 'id')) as id`.execute(tx)
  return (rows[0] as { id: number }).id
}

/** Fields of a body that are no columns: they say which address or prefix is wanted, and how an ID is written. */
const requestOnly: ReadonlySet<string> = new Set([
  'password',
  'ip',
  'network',
  'network_prefix',
  'ipv6_network',
  'ipv6_prefix',
  'framed_ipv6',
  'framed_ipv6_prefix',
  'option82_format',
])
const isRequestOnly = (field: string) => requestOnly.has(field)

/** What a body asks for as columns; takes and gives back addresses, and tells running sessions. */
export const dialColumns =
  (deps: Pick<Deps, 'config'>, kind: ServiceKind): ToColumns<ServiceBody> =>
  async (body, call, tx, row) => {
    const before = row as StoredService | undefined
    const company_id = before?.company_id ?? body.company_id ?? (call.actor as Actor).company_id
    const identity = identityOf(kind, body, before)
    await checkService(tx, kind, company_id, body, before)
    const status = body.status ?? before?.status ?? 'active'
    const id = before?.id ?? (await nextId(tx))
    const identified = await identityColumns(tx, identity, body.username, before)
    const username = String(identified['username'] ?? before?.username)
    const taker = { kind, id, username, company_id }
    const asked =
      before === undefined && body.ipv4_method === undefined
        ? { ...body, ipv4_method: await defaultIpv4Method(tx, kind, company_id, body) }
        : body
    const held = before === undefined ? noAddresses : addressesOf(before)
    const ends = status === 'terminated'
    const ended = before?.status === 'terminated'
    if (ends && !ended) await giveBack(tx, taker)
    // What it had is asked for again, unless the same change says what it is to have instead.
    const from = ended && !ends ? heldAgain(held, body) : held
    if (ended && !ends) await takeAgain(tx, from)
    const addresses = ends
      ? await settleTerminated(tx, company_id, asked, held)
      : await settleAddresses(tx, taker, asked, from)
    if (before !== undefined) {
      const reason = reasonOf(body, before, { ...before, ...addresses, ...identity })
      if (reason !== undefined) await requestChange(tx, id, reason, (call.actor as Actor).label)
    }
    return {
      ...Object.fromEntries(Object.entries(body).filter(([field]) => !isRequestOnly(field))),
      ...(before === undefined && { id, kind, company_id, status }),
      ...(body.password !== undefined && { password: seal(deps.config.key, body.password) }),
      ...addresses,
      ...identified,
    }
  }

/** The handlers of one kind: services and VPN dial-ups are one table, and each is not there for the calls of the other. */
export function dialHandlers(deps: Deps, calls: typeof services, kind: ServiceKind): Handlers<typeof services> {
  const source = { ...serviceSources[kind], columns: dialColumns(deps, kind) }
  const list = { ...source, softDelete: true }
  const subject = calls.show.access.subject
  const standard = standardHandlers(deps, calls, {
    ...source,
    options: (_tx: Tx, { locale }: Actor) => ({
      ipv4_assignment_methods: choicesOf(ipv4MethodLabels, ipv4Methods, locale),
      payment_periods: choicesOf(paymentPeriodLabels, paymentPeriods, locale),
      statuses: choicesOf(serviceStatusLabels, serviceStatuses, locale),
    }),
  })
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
