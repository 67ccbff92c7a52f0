import * as z from 'zod/mini'
import { subjects } from '../abilities.ts'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
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
  'run',
] as const

/** An entry as stored. */
export const auditRow = z.object({
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
  /** The user who was signed in as the actor, if any. */
  impersonator_name: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  /** Only the changed fields, without secrets. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})

export const auditEntry = z.extend(auditRow, {
  /**
   * The present names of the records that `before` and `after` refer to, by field and id, as far as the caller can see
   * them: `{ company_id: { 7: 'Acme' } }`.
   */
  names: z.record(z.string(), z.record(z.string(), z.string())),
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

const verification = z.nullable(
  z.object({
    /** Whether the whole log was compared with its seals, or only the part sealed since the last comparison. */
    complete: z.boolean(),
    intact: z.boolean(),
    seals: z.int(),
    /** The last row that was compared and matches; 0: none. */
    last_id: z.int(),
    /** The rows covered by the first seal that does not match. */
    failed_first_id: z.nullable(id()),
    failed_last_id: z.nullable(id()),
    finished_at: time(),
  }),
)

export const auditVerifications = z.object({
  nightly: verification,
  complete: verification,
  /** The verification that found a difference, until a later one finds it resolved; null while the log is intact. */
  failed: verification,
})

export const audits = {
  verification: endpoint({
    name: 'audit.verification',
    method: 'GET',
    path: '/audit-log/verification',
    access: { action: 'view', subject: 'installation' },
    summary: 'List the last verifications of the audit log against its seals',
    reply: data(auditVerifications),
  }),
  verify: endpoint({
    name: 'audit.verify',
    method: 'POST',
    path: '/audit-log/verification',
    access: { action: 'view', subject: 'installation' },
    summary: 'Verify the whole audit log against its seals in a job',
    status: 202,
    reply: data(z.object({ queued: z.literal(true) })),
  }),
  index: endpoint({
    name: 'audit.index',
    method: 'GET',
    path: '/audit-log/index',
    access: { action: 'view-list', subject: 'audit-log' },
    object: 'audit-entry',
    summary: 'List audit entries, newest first',
    query: z.object(listQuery),
    reply: page(auditEntry),
    list,
  }),
}
