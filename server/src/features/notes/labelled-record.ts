import type { Subject } from '@trunkline/contract/abilities'
import { message } from '@trunkline/contract/errors'
import { labelKinds, type LabelKind } from '@trunkline/contract/label-kind'
import { sql, type Expression, type SqlBool } from 'kysely'
import { actorMay, actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, invalid } from '../../errors.ts'
import { labelTables } from '../../http/labels/read.ts'

const subjects: Record<LabelKind, readonly Subject[]> = {
  company: ['companies'],
  user: ['users'],
  site: ['sites'],
  hardware: ['hardware'],
  service: ['services', 'vpn-dialups'],
  subnet: ['subnets'],
}

/** A record that notes are added to. */
export interface LabelledRecord {
  id: number
  company_id: number
  ancestor_ids: number[]
  /** User name of a service, prefix of a subnet. */
  name: string
  service_kind: 'service' | 'vpn-dialup' | null
}

/** Rows of records of kinds that the caller may view: row security decides about the records of a kind. */
export const ofViewedKinds = (actor: Actor): Expression<SqlBool> => {
  const kinds = labelKinds.filter((kind) =>
    subjects[kind].some((subject) => actorMay(actor, { action: 'view', subject })),
  )
  return sql<SqlBool>`r.kind = any (${kinds}::text[])`
}

/**
 * The record, if the caller may view it. It is of the caller's company or of one below: what a company above shares has
 * no notes of the caller.
 * @returns undefined if there is no such record for the caller
 * @throws AppError forbidden
 */
export async function readLabelled(
  tx: Tx,
  actor: Actor,
  kind: LabelKind,
  id: number,
): Promise<LabelledRecord | undefined> {
  const owner = kind === 'company' ? sql`t.id` : sql`t.company_id`
  const name = kind === 'subnet' ? sql`t.net::text` : kind === 'service' ? sql`t.username` : sql`t.name`
  const { rows } = await sql<LabelledRecord>`
    select t.id, ${owner} as company_id, t.ancestor_ids, ${name} as name,
      ${kind === 'service' ? sql`t.kind` : sql`null`} as service_kind
    from ${sql.table(labelTables[kind])} t where t.id = ${id}`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const subject = row.service_kind === 'vpn-dialup' ? 'vpn-dialups' : (subjects[kind][0] as Subject)
  const relation = relationTo(actor, row.company_id)
  if (relation === 'above' || !actorMayOn(actor, { action: 'view', subject }, relation)) throw new AppError('forbidden')
  return row
}

/**
 * `readLabelled` for a body that names the record.
 * @throws AppError validation_failed at `record_id`, forbidden
 */
export async function findLabelled(tx: Tx, actor: Actor, kind: LabelKind, id: number): Promise<LabelledRecord> {
  const record = await readLabelled(tx, actor, kind, id)
  if (record === undefined) throw invalid({ record_id: message('row.missing', { kind }) })
  return record
}

/** The caller's name, without the e-mail address. */
export const authorName = (actor: Actor): string => actor.label.replace(/ <[^>]*>$/, '')

/** The companies from the root down to the caller's. */
export const lineOfActor = (actor: Actor): number[] => [...actor.above, actor.company_id]
