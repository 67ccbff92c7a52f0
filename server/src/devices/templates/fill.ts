import { message, type Message } from '@trunkline/contract/errors'
import { changeItem, type ChangeItem } from '@trunkline/contract/resources/change-item'
import type { Variables } from './variables.ts'

const placeholder = /\{\{([a-z][a-z0-9_]{0,39})\}\}/g

/** The variables that items name. */
export const variablesIn = (items: readonly ChangeItem[]): string[] => [
  ...new Set([...JSON.stringify(items).matchAll(placeholder)].map((match) => match[1] as string)),
]

/** Fields of items with braces that are no variable. */
export function malformedFields(item: ChangeItem): string[] {
  const bad = (value: unknown): boolean => typeof value === 'string' && /\{\{|\}\}/.test(value.replace(placeholder, ''))
  return Object.entries(item).flatMap(([field, value]) =>
    Array.isArray(value) ? value.flatMap((one, at) => (bad(one) ? [`${field}.${at}`] : [])) : bad(value) ? [field] : [],
  )
}

/** Name of the secret of a variable in the steps of a change. */
export const secretOf = (variable: string): string => `variable.${variable}`

export interface FilledItem {
  item: ChangeItem
  /** The name of its secret; null: it has none. */
  secret: string | null
}

/**
 * An item with the values of a device. An entry of a list that consists of variables may become several, separated by
 * commas.
 * @param template its name, and the depth of its company (1: the provider). A secret of a company above is not for it: a
 *   company could have it sent to a device of its own that is no router
 * @returns why it is impossible for the device
 */
export function fillItem(
  item: ChangeItem,
  variables: Variables,
  { name: template, depth }: { name: string; depth: number },
): FilledItem | { problem: Message } {
  const password = item.kind === 'user' ? item.password : null
  const secretVariable = password === null ? null : password.slice(2, -2)
  const hidden = variablesIn([item.kind === 'user' ? { ...item, password: null } : item]).find(
    (name) => variables.get(name)?.secret,
  )
  const secret = secretVariable === null ? undefined : variables.get(secretVariable)
  if (secretVariable !== null && secret?.secret && secret.depth < depth)
    return { problem: message('template.secret_of_above', { variable: secretVariable, template }) }
  if (hidden !== undefined) return { problem: message('template.secret_in_plain', { variable: hidden, template }) }
  const fill = (text: string) => text.replace(placeholder, (_, name: string) => variables.get(name)?.text ?? '')
  const filled = Object.fromEntries(
    Object.entries(item).map(([field, value]) => [
      field,
      Array.isArray(value)
        ? value.flatMap((one: string) =>
            fill(one) === one
              ? [one]
              : fill(one)
                  .split(',')
                  .map((part) => part.trim())
                  .filter((part) => part !== ''),
          )
        : typeof value === 'string'
          ? fill(value)
          : value,
    ]),
  )
  const parsed = changeItem.safeParse(filled)
  if (!parsed.success)
    return {
      problem: message('template.value_invalid', {
        template,
        field: `${item.kind}.${parsed.error.issues[0]?.path.join('.') ?? ''}`,
      }),
    }
  return { item: parsed.data, secret: secretVariable === null ? null : secretOf(secretVariable) }
}
