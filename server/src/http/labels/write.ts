import { message, type FieldErrors } from '@trunkline/contract/errors'
import type { LabelKind } from '@trunkline/contract/label-kind'
import { customFieldPrefix, maxTags, type CustomValue, type LabelBody } from '@trunkline/contract/labels'
import type { CustomFieldDefinition } from '@trunkline/contract/resources/custom-field'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'
import { customFieldsOf } from './definitions.ts'
import { labelTables } from './read.ts'
import { valueError, valueOfText } from './values.ts'

interface StoredLabels {
  ancestor_ids: number[]
  tag_ids: number[] | null
  custom_fields: Record<string, CustomValue> | null
}

/** A body without tags and custom fields, which `saveLabels` writes. */
export function withoutLabels<B extends object>(body: B): Omit<B, keyof LabelBody> {
  const { tags: _tags, add_tags: _add, remove_tags: _remove, custom_fields: _fields, ...rest } = body as B & LabelBody
  return rest
}

/**
 * Writes tags and custom fields of a record that the caller may update, in the caller's transaction. A new record gets
 * the defaults of the fields that the body leaves out.
 * @param of.required false: a new record may lack required fields, in an import
 * @returns whether something changed
 * @throws AppError validation_failed at `tags.N`, `add_tags`, `add_tags.N` and `custom_fields.<key>`
 */
export async function saveLabels(
  tx: Tx,
  kind: LabelKind,
  id: number,
  body: LabelBody,
  { isNew = false, required = true } = {},
): Promise<boolean> {
  const { add_tags: add, remove_tags: remove } = body
  const hasTags = [body.tags, add, remove].some((list) => list !== undefined)
  if (!isNew && !hasTags && body.custom_fields === undefined) return false
  const table = sql.table(labelTables[kind])
  const { rows } = await sql<StoredLabels>`
    select ancestor_ids, tag_ids, custom_fields from ${table} where id = ${id}`.execute(tx)
  const before = rows[0] as StoredLabels
  const errors: FieldErrors = {}
  const tag_ids = hasTags ? await tagIds(tx, body, before, errors) : before.tag_ids
  const given = body.custom_fields
  const values =
    given === undefined && !isNew
      ? before.custom_fields
      : mergeValues(
          await customFieldsOf(tx, kind, before.ancestor_ids),
          given ?? {},
          before,
          { isNew, required },
          errors,
        )
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (same(tag_ids, before.tag_ids) && same(values, before.custom_fields)) return false
  await sql`
    update ${table} set tag_ids = ${tag_ids}::bigint[], custom_fields = ${values === null ? null : JSON.stringify(values)}::jsonb
    where id = ${id}`.execute(tx)
  return true
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * The tags that the record gets, and those that it has but does not show: in the trash, or of a former ancestor. These
 * are removed only by name (`remove_tags`).
 */
async function tagIds(
  tx: Tx,
  { tags, add_tags: add = [], remove_tags: remove = [] }: LabelBody,
  { ancestor_ids: ancestors, tag_ids: stored }: StoredLabels,
  errors: FieldErrors,
): Promise<number[] | null> {
  const given = tags?.map((tag) => (typeof tag === 'number' ? tag : tag.id))
  const { rows } = await sql<{ id: number }>`
    select id from tag where id = any (${[...(given ?? []), ...add, ...(stored ?? [])]}::bigint[]) and deleted_at is null
      and company_id = any (${ancestors}::bigint[])`.execute(tx)
  const usable = new Set(rows.map((row) => row.id))
  const reject = (field: string, ids: readonly number[]) => {
    for (const [i, id] of ids.entries()) if (!usable.has(id)) errors[`${field}.${i}`] = message('tag.not_inherited')
  }
  reject('tags', given ?? [])
  reject('add_tags', add)
  const shown = new Set([...(given ?? (stored ?? []).filter((id) => usable.has(id))), ...add])
  for (const id of remove) shown.delete(id)
  if (add.length > 0 && shown.size > maxTags) errors['add_tags'] = message('field.max_entries', { max: maxTags })
  const hidden = (stored ?? []).filter((id) => !usable.has(id) && !remove.includes(id))
  const all = [...new Set([...shown, ...hidden])].sort((a, b) => a - b)
  return all.length === 0 ? null : all
}

/** The stored values with those of the body. */
function mergeValues(
  fields: readonly CustomFieldDefinition[],
  given: NonNullable<LabelBody['custom_fields']>,
  { custom_fields: stored }: StoredLabels,
  { isNew, required }: { isNew: boolean; required: boolean },
  errors: FieldErrors,
): Record<string, CustomValue> | null {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const values = new Map(Object.entries(stored ?? {}))
  for (const [key, value] of Object.entries(given)) {
    const field = byKey.get(key)
    const isEmpty = value === null || value === ''
    const error =
      field === undefined
        ? message('custom_field.unknown')
        : isEmpty
          ? field.required
            ? message('field.required')
            : undefined
          : valueError(field, value)
    if (error !== undefined) errors[`${customFieldPrefix}${key}`] = error
    if (isEmpty) values.delete(key)
    else values.set(key, value)
  }
  if (isNew)
    for (const field of fields) {
      if (given[field.key] !== undefined) continue
      if (field.default_value !== null) values.set(field.key, valueOfText(field, field.default_value))
      else if (field.required && required) errors[`${customFieldPrefix}${field.key}`] = message('field.required')
    }
  return values.size === 0 ? null : Object.fromEntries([...values].sort(([a], [b]) => (a < b ? -1 : 1)))
}
