import type { LabelKind } from '@trunkline/contract/label-kind'
import type { CustomValue, TagLabel } from '@trunkline/contract/labels'
import { sql } from 'kysely'
import { queryPrepared, type Tx } from '../../db/pool.ts'

/** The table of each kind; services and VPN dial-ups share one. */
export const labelTables = {
  company: 'company',
  user: 'app_user',
  site: 'site',
  hardware: 'hardware',
  service: 'service',
  subnet: 'subnet',
} as const satisfies Record<LabelKind, string>

/** Columns of a reply that `addLabels` fills. */
export const labelColumns: readonly string[] = ['tags', 'custom_fields']

interface Labels {
  id: number
  tags: TagLabel[]
  custom_fields: Record<string, CustomValue>
}

/**
 * Adds tags and custom fields to rows of a page or to a record, in one statement: live ones that belong to the company
 * of the record or to a company above it.
 */
export async function addLabels<Row>(tx: Tx, kind: LabelKind, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const ids = (rows as readonly { id: number }[]).map(({ id }) => id)
  const found = await queryPrepared(
    tx,
    sql<Labels>`
    select r.id,
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'colour', t.colour) order by t.name, t.id)
        from tag t where t.id = any (r.tag_ids) and t.deleted_at is null and t.company_id = any (r.ancestor_ids)), '[]') as tags,
      coalesce((select jsonb_object_agg(v.key, v.value) from jsonb_each(r.custom_fields) v
        where exists (select from custom_field d where d.kind = ${kind} and d.key = v.key and d.deleted_at is null
          and d.company_id = any (r.ancestor_ids))), '{}') as custom_fields
    from ${sql.table(labelTables[kind])} r
    where r.id = any (${ids}) and (r.tag_ids is not null or r.custom_fields is not null)`,
  )
  const byId = new Map(found.map((row) => [row.id, row]))
  for (const row of rows as unknown as Labels[]) {
    const labels = byId.get(row.id)
    row.tags = labels?.tags ?? []
    row.custom_fields = labels?.custom_fields ?? {}
  }
}
