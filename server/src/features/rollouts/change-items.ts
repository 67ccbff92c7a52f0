import { message, type FieldErrors } from '@trunkline/contract/errors'
import type { ChangeItem } from '@trunkline/contract/resources/change-item'
import { secretName, subjectOf } from '../../devices/desired/items.ts'
import { invalid } from '../../errors.ts'

/** @throws AppError validation_failed at the second of two items about the same */
export function checkItems(items: readonly ChangeItem[]): void {
  const errors: FieldErrors = {}
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    const subject = subjectOf(item)
    if (seen.has(subject)) errors[`items.${index}`] = message('change.duplicate')
    seen.add(subject)
    if (item.kind === 'address_list' && item.addresses.length === 0 && item.mode !== 'exact')
      errors[`items.${index}.addresses`] = message('field.required')
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** The item as it is stored and displayed. */
export const withoutSecrets = (item: ChangeItem): ChangeItem =>
  item.kind === 'user' ? { ...item, password: null } : item

/** The secrets of items by name. */
export const secretsOf = (items: readonly ChangeItem[]): Record<string, string> =>
  Object.fromEntries(
    items.flatMap((item, index) =>
      item.kind === 'user' && item.password !== null ? [[secretName(index), item.password]] : [],
    ),
  )
