import { message, type Message } from '@trunkline/contract/errors'
import type { ChangeItem } from '@trunkline/contract/resources/change-item'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Keys } from '../../secrets.ts'
import { textOfKey } from '../desired/compare.ts'
import { desiredState, subjectOf, type RouterFacts } from '../desired/items.ts'
import type { DesiredExclusion, DesiredRow, DesiredState } from '../desired/rows.ts'
import { fillItem, secretOf, variablesIn, type FilledItem } from './fill.ts'
import { readVariables, type Variables } from './variables.ts'

/** A template of a device. */
interface AppliedTemplate {
  id: number
  name: string
  at_first_contact: boolean
  checks_drift: boolean
  actor_id: number | null
  requested_by: string
  /** The items that no nearer template replaces, with the values of the device. */
  items: FilledItem[]
}

/** A difference that a user has accepted or ignores: it is not written. */
interface Exception {
  menu: string
  row_key: string
  field: string
}

/** The templates of a device. */
export interface DeviceTemplates {
  templates: AppliedTemplate[]
  exceptions: Exception[]
  /** Values of the secret variables that its items name. */
  secrets: Record<string, string>
  /** Why they are impossible for the device; nothing is written then. */
  problem?: Message
}

/** The condition under which the template `t` is for the device `h`, for SQL. */
export const isForDevice = sql<boolean>`(t.deleted_at is null and t.company_id = any (h.ancestor_ids)
  and (t.type_ids = '{}' or h.type_id = any (t.type_ids)) and (t.tag_ids = '{}' or h.tag_ids && t.tag_ids))`

/**
 * The templates of a device with its values. If two have an item about the same, that of the nearer company counts; of
 * one company that of the newer template. Needs a transaction of the system.
 * @param only one template; null: all
 */
export async function resolveTemplates(
  tx: Tx,
  keys: Keys,
  hardware_id: number,
  only: number | null,
): Promise<DeviceTemplates> {
  const { rows } = await sql<Omit<AppliedTemplate, 'items'> & { items: ChangeItem[]; depth: number }>`
    select t.id, t.name, t.items, cardinality(t.ancestor_ids) as depth, t.at_first_contact, t.checks_drift, t.actor_id, t.requested_by
    from hardware h join device_template t on ${isForDevice}
    where h.id = ${hardware_id} and (${only}::bigint is null or t.id = ${only}) order by cardinality(t.ancestor_ids), t.id`.execute(
    tx,
  )
  const { rows: exceptions } = await sql<Exception>`
    select menu, row_key, field from device_drift where hardware_id = ${hardware_id} and state <> 'open'`.execute(tx)
  if (rows.length === 0) return { templates: [], exceptions, secrets: {} }
  const variables = (await readVariables(tx, keys, [hardware_id])).get(hardware_id) ?? (new Map() as Variables)
  const nearest = new Map<string, number>()
  const secrets: Record<string, string> = {}
  const templates = rows.map((row): AppliedTemplate => ({ ...row, items: [] }))
  const named = variablesIn(rows.flatMap(({ items }) => items))
  const missing = named.filter((name) => !variables.has(name))
  if (missing.length > 0)
    return {
      templates,
      exceptions,
      secrets,
      problem: message('template.variables_missing', { variables: missing.join(', ') }),
    }
  for (const [at, { items, name, depth }] of rows.entries())
    for (const one of items) {
      const filled = fillItem(one, variables, { name, depth })
      if ('problem' in filled) return { templates, exceptions, secrets, problem: filled.problem }
      const subject = subjectOf(filled.item)
      const before = nearest.get(subject)
      if (before !== undefined) {
        const replaced = templates[before] as AppliedTemplate
        replaced.items = replaced.items.filter(({ item }) => subjectOf(item) !== subject)
      }
      nearest.set(subject, at)
      ;(templates[at] as AppliedTemplate).items.push(filled)
    }
  for (const name of named) {
    const value = variables.get(name)
    if (value?.secret) secrets[secretOf(name)] = value.text
  }
  return { templates, exceptions, secrets }
}

/** The rows that items of templates stand for. @returns why an item is impossible on this router */
export function desiredOfItems(items: readonly FilledItem[], facts: RouterFacts): DesiredState | { problem: Message } {
  return desiredState(
    items.map(({ item }) => item),
    facts,
    (index) => (items[index] as FilledItem).secret ?? '',
  )
}

/** The rows of all templates of a device, without exceptions. @returns why an item is impossible on this router */
export function desiredOfTemplates(
  { templates, exceptions }: DeviceTemplates,
  facts: RouterFacts,
): DesiredState | { problem: Message } {
  const wanted = desiredOfItems(
    templates.flatMap(({ items }) => items),
    facts,
  )
  return 'problem' in wanted ? wanted : withoutExceptions(wanted, exceptions)
}

/** A wanted state without what users have accepted or ignore. */
function withoutExceptions({ rows, exclusions }: DesiredState, exceptions: readonly Exception[]): DesiredState {
  const isExcepted = (menu: string, row_key: string, field: string) =>
    exceptions.some((one) => one.menu === menu && one.row_key === row_key && one.field === field)
  return {
    rows: rows.flatMap((row): DesiredRow[] => {
      const key = textOfKey(row.key)
      if (isExcepted(row.menu, key, '')) return []
      const values = Object.fromEntries(
        Object.entries(row.values).filter(([property]) => !isExcepted(row.menu, key, property)),
      )
      return [{ ...row, values }]
    }),
    exclusions: exclusions.map((one): DesiredExclusion => {
      const start = textOfKey({ ...one.where, [one.by]: '' })
      const excepted = exceptions.flatMap(({ menu, row_key, field }) =>
        menu === one.menu && field === '' && row_key.startsWith(start) ? [row_key.slice(start.length)] : [],
      )
      return { ...one, keep: [...one.keep, ...excepted] }
    }),
  }
}
