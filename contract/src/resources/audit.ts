import * as z from 'zod/mini'
import { subjects } from '../abilities.ts'
import { endpoint, type ListDefinition } from '../endpoint.ts'
import { id, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'

export const auditActions = [
  'create',
  'update',
  'destroy',
  'recover',
  'move',
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'session-ended',
  'login-as',
  'login-as-ended',
  'password-changed',
  'two-factor-on',
  'two-factor-off',
  'token-created',
  'token-revoked',
  'refresh-reuse',
  'refused',
  'export',
  'query',
  'send',
  'accept',
] as const

export const auditEntry = z.object({
  id: id(),
  at: time(),
  action: z.enum(auditActions),
  subject: z.enum([...subjects, 'account']),
  object_id: z.nullable(id()),
  object_label: z.nullable(z.string()),
  company_id: z.nullable(id()),
  company_name: z.nullable(z.string()),
  actor_id: z.nullable(id()),
  /** Name and e-mail at that time; `system` for the panel itself. */
  actor_name: z.string(),
  /** Who acted as the actor, if somebody did. */
  impersonator_name: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  /** Only what changed, without secrets. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})
export type AuditEntry = z.infer<typeof auditEntry>

const list: ListDefinition = {
  fields: {
    id: 'id',
    at: 'time',
    action: auditActions,
    subject: [...subjects, 'account'],
    object_id: 'id',
    object_label: 'text',
    company_id: 'id',
    company_name: 'text',
    actor_id: 'id',
    actor_name: 'text',
    impersonator_name: 'text',
    ip: 'text',
    request_id: 'text',
  },
  free: ['object_label', 'actor_name', 'request_id'],
  sort: ['id'],
  order: ['id', 'desc'],
}

export const audits = {
  index: endpoint({
    name: 'audit.index',
    method: 'GET',
    path: '/audit-log/index',
    access: { action: 'view-list', subject: 'audit-log' },
    object: 'audit-entry',
    summary: 'Who did what, newest first',
    query: z.object(listQuery),
    reply: page(auditEntry),
    list,
  }),
}
