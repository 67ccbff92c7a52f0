import { page } from '@trunkline/contract/list'
import { auditRow, audits, type AuditEntry } from '@trunkline/contract/resources/audit'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { addJob } from '../../jobs/queue.ts'
import { readVerifications } from '../../jobs/verify-audit.ts'
import { escapeLike } from '../../http/list/filter.ts'
import type { Condition } from '../../http/list/parse.ts'
import { indexHandler } from '../../http/standard-handlers.ts'
import { namesOf, readAuditReferences, type AuditReferences } from './audit-names.ts'

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

const lean = {
  columns: ['id'],
  rows: (tx: Tx) => tx.selectFrom('audit_log as a').select(['a.id', 'a.company_id']) as never,
}

/** Request ids are found by their start (db/migrations/0136_audit_search.sql). */
const requestBegins = (text: string) => sql<SqlBool>`r.request_id like ${`${escapeLike(text)}%`}`

function word(text: string): Expression<SqlBool> {
  const pattern = `%${escapeLike(text)}%`
  return sql<SqlBool>`(r.object_label ilike ${pattern} or r.actor_name ilike ${pattern} or ${requestBegins(text)})`
}

const condition = ({ field, operator, values }: Condition): Expression<SqlBool> | undefined =>
  field === 'request_id' && (operator === 'like' || operator === 'ilike') ? requestBegins(String(values[0])) : undefined

export const auditSource = { rows, owner: 'company_id', lean, word, condition, softDelete: false } as const

export function auditHandlers(deps: Deps): Handlers<typeof audits> {
  const index = indexHandler(deps, { ...audits.index, reply: page(auditRow) }, auditSource)
  // They change with the schema only.
  let references: AuditReferences | undefined
  return {
    verification: (call) => call.db(async (tx) => ({ data: await readVerifications(tx) })),

    verify: (call) =>
      call.db(async (tx) => {
        await addJob(tx, 'verify-audit', { complete: true }, { key: 'verify-audit' })
        return { data: { queued: true as const } }
      }),

    index: async (call) => {
      const reply = await index(call)
      if ('file' in reply) return reply
      const names = await call.db(async (tx) => namesOf(tx, (references ??= await readAuditReferences(tx)), reply.data))
      return { ...reply, data: reply.data.map((entry, i) => ({ ...entry, names: names[i] ?? {} })) }
    },
  }
}
