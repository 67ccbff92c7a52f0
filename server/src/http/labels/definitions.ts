import type { LabelKind } from '@trunkline/contract/label-kind'
import type { CustomFieldDefinition } from '@trunkline/contract/resources/custom-field'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

const columns = sql`
  d.id, d.kind, d.key, d.label, d.label_de, d.type, d.required, d.default_value, d.choices, d.help, d.max_length, d.position, d.company_id`

/**
 * The live custom fields of a kind, in the order of the form. Of several with one key, which a move of a company can
 * cause, the one of the highest company counts.
 * @param ancestors the ids of the companies whose fields apply; without them all that row security shows
 */
export async function customFieldsOf(
  tx: Tx,
  kind: LabelKind,
  ancestors?: readonly number[],
): Promise<CustomFieldDefinition[]> {
  const { rows } = await sql<CustomFieldDefinition>`
    select ${columns} from custom_field d
    where d.kind = ${kind} and d.deleted_at is null
      ${ancestors === undefined ? sql`` : sql`and d.company_id = any (${ancestors}::bigint[])`}
    order by cardinality(d.ancestor_ids), d.id`.execute(tx)
  const first = new Map<string, CustomFieldDefinition>()
  for (const row of rows) if (!first.has(row.key)) first.set(row.key, row)
  return [...first.values()].sort((a, b) => a.position - b.position || a.id - b.id)
}
