import * as z from 'zod/mini'
import { companyTypes, type Subject } from '../abilities.ts'
import { bulkAction, bulkTags, bulkTrash } from '../bulk.ts'
import { crud } from '../crud.ts'
import { bulkReport, data, endpoint } from '../endpoint.ts'
import { choice, day, id, ids, integerText, line, ref, refText } from '../fields.ts'
import { tagChanges } from '../labels.ts'
import { lookupQuery, lookupRow, matchingSelection } from '../list.ts'
import { anySession, requested } from './radius-session.ts'
import { loginRejection } from './login-fields.ts'
import { serviceStatuses, vendors, type ServiceKind } from './radius-enums.ts'
import {
  serviceRow,
  quotaUse,
  service,
  serviceConflicts,
  serviceReasons,
  details,
  list,
  used,
  replyAttribute,
} from './service-shapes.ts'

interface Kind<N extends ServiceKind> {
  name: N
  subject: Subject
  nouns: readonly [string, string]
}

/** The calls that list what the fields of its form offer. */
const choiceCalls = <const N extends ServiceKind>({ name, subject, nouns }: Kind<N>) => {
  const base = `/network/${name}` as const
  const viewList = { action: 'view-list', subject } as const
  return {
    lookup: endpoint({
      name: `${name}.list`,
      method: 'GET',
      path: `${base}/list`,
      access: viewList,
      object: name,
      summary: `Look up ${nouns[1]} by user name`,
      query: lookupQuery(),
      reply: data(z.array(lookupRow)),
    }),
    options: endpoint({
      name: `${name}.options`,
      method: 'GET',
      path: `${base}/options`,
      access: viewList,
      summary: `List options of the form of ${nouns[1]}`,
      reply: data(
        z.object({
          auth_methods: z.array(choice()),
          ipv4_methods: z.array(choice()),
          framed_ipv6_methods: z.array(choice()),
          delegated_ipv6_methods: z.array(choice()),
          payment_periods: z.array(choice()),
          statuses: z.array(choice()),
        }),
      ),
    }),
    ipv4Methods: endpoint({
      name: `${name}.ipv4-assignment-methods`,
      method: 'GET',
      path: `${base}/ipv4-assignment-methods/list`,
      access: viewList,
      summary: 'List IPv4 address modes',
      reply: data(z.array(choice())),
    }),
    paymentPeriods: endpoint({
      name: `${name}.payment-periods`,
      method: 'GET',
      path: `${base}/payment-periods/list`,
      access: viewList,
      summary: 'List payment periods',
      reply: data(z.array(choice())),
    }),
    statuses: endpoint({
      name: `${name}.statuses`,
      method: 'GET',
      path: `${base}/statuses/list`,
      access: viewList,
      summary: 'List statuses',
      reply: data(z.array(choice())),
    }),
    companies: endpoint({
      name: `${name}.companies`,
      method: 'GET',
      path: `${base}/companies/list`,
      access: viewList,
      object: 'company',
      summary: 'Look up companies that it may belong to by name',
      query: lookupQuery(),
      reply: data(z.array(z.extend(lookupRow, { type: z.enum(companyTypes) }))),
    }),
  }
}

/** The calls that show what happened, and what a login would be answered with. */
const historyCalls = <const N extends ServiceKind>({ name, subject }: Kind<N>) => {
  const base = `/network/${name}` as const
  const view = { action: 'view', subject } as const
  return {
    sessions: endpoint({
      name: `${name}.sessions`,
      method: 'GET',
      path: `${base}/{id}/sessions`,
      access: view,
      object: name,
      reasons: { 422: ['session.cursor'] },
      summary: 'List sessions: online ones, then ended ones, latest first',
      query: z.object({
        /** `next` of the previous page. */
        after: z.optional(z.string().check(z.maxLength(200))),
        limit: z.optional(integerText(1, 200)),
      }),
      reply: z.object({ data: z.array(anySession), next: z.nullable(z.string()) }),
    }),
    usage: endpoint({
      name: `${name}.usage`,
      method: 'GET',
      path: `${base}/{id}/usage`,
      access: view,
      object: name,
      reasons: { 422: ['range.end_before_start', 'range.max_days'] },
      summary: 'Show bytes by day and by month, and the used part of the quota',
      query: z.object({
        /** The last 31 days by default; at most 400. */
        from: z.optional(day()),
        until: z.optional(day()),
      }),
      reply: data(
        z.object({
          /** Every day of the range, oldest first. */
          days: z.array(z.object({ day: day(), ...used })),
          /** The last twelve months, oldest first. */
          months: z.array(z.object({ month: z.string(), ...used })),
          quota: quotaUse,
        }),
      ),
    }),
    preview: endpoint({
      name: `${name}.preview`,
      method: 'GET',
      path: `${base}/{id}/preview`,
      access: view,
      object: name,
      reasons: { 422: ['row.missing'] },
      summary: 'Preview the reply of the RADIUS server on a NAS, with the right password',
      query: z.object({
        /** Its own NAS by default. */
        nas_id: z.optional(refText('nas')),
        /** Calling station; by default that of its online session. */
        calling: z.optional(line(253)),
      }),
      reply: data(
        z
          .object({
            nas_id: id(),
            nas_name: z.string(),
            vendor: z.enum(vendors),
            accepted: z.boolean(),
            ...loginRejection,
            /** Its address comes from these pools, in order: the login decides which one. */
            pools: z.array(z.string()),
            attributes: z.array(replyAttribute),
          })
          .register(z.globalRegistry, { 'x-message': true }),
      ),
    }),
  }
}

/** The calls of one kind, below `/network/{kind}`. */
export const dialCalls = <const N extends ServiceKind>(of: Kind<N>) => {
  const { name, subject, nouns } = of
  const base = `/network/${name}` as const
  const calls = {
    ...crud({
      name,
      base,
      subject,
      object: name,
      nouns,
      list,
      row: serviceRow,
      options: ['ipv4_assignment_methods', 'payment_periods', 'statuses'],
      reasons: {
        store: { 409: serviceConflicts, 422: serviceReasons },
        update: { 409: serviceConflicts, 422: serviceReasons },
        recover: { 409: serviceConflicts },
      },
      record: service,
      store: z.object({
        ...details,
        /** Services: a client. Dial-ups: any company; the caller's own by default. */
        company_id: z.optional(ref('company')),
        status: z.optional(z.enum(['pending', 'active', 'suspended'])),
      }),
      update: z.partial(
        z.object({
          ...details,
          ...tagChanges,
          status: z.enum(serviceStatuses).register(z.globalRegistry, { 'x-protected': true }),
          version: z.int(),
        }),
      ),
    }),
    ...choiceCalls(of),
    changeStatus: endpoint({
      name: `${name}.change-status`,
      method: 'PUT',
      path: `${base}/change-status`,
      access: { action: 'manage', subject },
      object: name,
      bulk: true,
      summary: 'Activate, suspend or terminate; running sessions are ended unless the status allows them',
      body: z.object({
        ids: z.optional(ids(name)),
        matching: z.optional(matchingSelection),
        status: z.enum(serviceStatuses),
      }),
      reply: bulkReport(),
    }),
    ...historyCalls(of),
    disconnect: endpoint({
      name: `${name}.disconnect`,
      method: 'POST',
      path: `${base}/{id}/disconnect`,
      access: { action: 'update', subject },
      object: name,
      summary: 'Request the NAS to end all its sessions; the replies are in the CoA list',
      reply: requested(),
      status: 202,
    }),
  }
  return {
    ...calls,
    ...bulkTrash({ name, base, object: name, nouns: nouns[1], calls }),
    ...bulkTags({ name, base, object: name, nouns: nouns[1], calls }),
    bulkStatus: bulkAction({
      name: `${name}.bulk-status`,
      path: `${base}/bulk/status`,
      summary: `Activate, suspend or terminate ${nouns[1]} as a job`,
      object: name,
      call: calls.changeStatus,
      index: calls.index,
      values: { status: z.enum(serviceStatuses) },
      changesRow: true,
    }),
    bulkTariff: bulkAction({
      name: `${name}.bulk-tariff`,
      path: `${base}/bulk/tariff`,
      summary: `Change the tariff of ${nouns[1]} as a job`,
      object: name,
      call: calls.update,
      index: calls.index,
      values: { tariff_id: ref('tariff') },
      changesRow: true,
    }),
  }
}

export const services = {
  ...dialCalls({ name: 'service', subject: 'services', nouns: ['service', 'services'] }),
}
