import { message } from '@trunkline/contract/errors'
import { attributeKey, checkExtraAttributes } from '@trunkline/contract/extra-attributes'
import type { ExtraAttribute } from '@trunkline/contract/resources/radius-attribute'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'
import { isDictionaryLoaded, readAttributes } from './radius-attribute.ts'

const field = 'extra_attributes'

type Line = Omit<ExtraAttribute, 'vendor'> & { vendor?: ExtraAttribute['vendor'] | undefined }

const normalise = ({ attribute, op, value, vendor }: Line): ExtraAttribute => ({
  attribute,
  op,
  value,
  vendor: vendor ?? null,
})

/**
 * The column `extra_attributes` of a body. An unchanged list is not validated again, so that a row can still be saved
 * after the dictionary has changed or while none is loaded.
 * @param lines the body's list; undefined: no change
 * @param before the stored list; undefined for a new row
 * @param options.restricted whether attributes that administer the router are rejected
 * @returns the column as jsonb, attributes spelled as in the dictionary; empty if there is no change
 * @throws AppError validation_failed at `extra_attributes`, `.N.attribute`, `.N.op` or `.N.value`
 */
export async function extraAttributeColumn(
  tx: Tx,
  lines: readonly Line[] | undefined,
  before: unknown,
  options: { restricted: boolean },
): Promise<{ extra_attributes?: RawBuilder<unknown> }> {
  if (lines === undefined) return {}
  const given = lines.map(normalise)
  const stored = Array.isArray(before) ? (before as Line[]).map(normalise) : []
  if (JSON.stringify(given) === JSON.stringify(stored)) return {}
  if (given.length > 0 && !(await isDictionaryLoaded(tx)))
    throw invalid({ [field]: message('attribute.dictionary_missing') })
  const found = await readAttributes(
    tx,
    given.map((line) => attributeKey(line.attribute)),
  )
  const attributes = new Map(found.map((attribute) => [attribute.name.toLowerCase(), attribute]))
  const { errors } = checkExtraAttributes(given, (name) => attributes.get(name), options)
  if (Object.keys(errors).length > 0)
    throw invalid(
      Object.fromEntries(Object.entries(errors).map(([path, of]) => [path === '' ? field : `${field}.${path}`, of])),
    )
  const spelled = given.map((line) => {
    const [, tag] = line.attribute.split(':')
    const name = attributes.get(attributeKey(line.attribute))?.name ?? line.attribute
    return { ...line, attribute: tag === undefined ? name : `${name}:${Number(tag)}` }
  })
  return { [field]: sql`${JSON.stringify(spelled)}::jsonb` }
}
