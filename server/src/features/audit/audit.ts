import { audits, type AuditEntry } from '@trunkline/contract/resources/audit'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { indexHandler } from '../../http/standard-handlers.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('audit_log as a')
    .leftJoin('company as c', 'c.id', 'a.company_id')
    .select([
      'a.id',
      'a.at',
      'a.object_id',
      'a.object_label',
      'a.company_id',
      'c.name as company_name',
      'a.actor_id',
      'a.actor_name',
      'a.impersonator_name',
      'a.ip',
      'a.request_id',
    ])
    .select([
      sql<AuditEntry['action']>`a.action`.as('action'),
      sql<AuditEntry['subject']>`a.subject`.as('subject'),
      sql<AuditEntry['before']>`a.before`.as('before'),
      sql<AuditEntry['after']>`a.after`.as('after'),
    ])

export const auditHandlers = (deps: Deps): Handlers<typeof audits> => ({
  index: indexHandler(deps, audits.index, { rows, owner: 'company_id', softDelete: false }),
})
