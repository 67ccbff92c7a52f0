import type { Command, CommandRow } from '@trunkline/contract/resources/device-command'
import { failedStates } from '@trunkline/contract/resources/device-enums'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Step } from '../../devices/devices.ts'
import type { Tx } from '../../db/pool.ts'
import type { Condition } from '../../http/list/parse.ts'

/** Commands as listed. Names of related rows are subqueries by id, so that only the rows of a page are looked up. */
export const commandRows = (tx: Tx) =>
  tx
    .selectFrom('device_command as d')
    .select([
      'd.id',
      'd.hardware_id',
      'd.company_id',
      'd.target',
      'd.verb',
      'd.label',
      'd.others',
      'd.guarded',
      'd.requested_by',
      'd.created_at',
      'd.started_at',
      'd.finished_at',
      'd.search_text',
      'd.ancestor_ids',
    ])
    .select([
      // The expressions of the indexes device_command_day. Days of UTC.
      sql<string>`(d.created_at at time zone 'UTC')::date`.as('day'),
      sql<number>`case when d.state in ('refused', 'unreachable', 'reverted', 'differs', 'unknown') then 2 when d.state in ('queued', 'running') then 1 else 0 end`.as(
        'state_rank',
      ),
      sql<CommandRow['kind']>`d.kind`.as('kind'),
      sql<CommandRow['detail']>`d.detail`.as('detail'),
      sql<CommandRow['notes']>`d.notes`.as('notes'),
      sql<CommandRow['state']>`d.state`.as('state'),
      sql<CommandRow['step']>`d.step`.as('step'),
      // Never null: a caller who may see the command may see its device and company.
      sql<string>`(select n.name from hardware n where n.id = d.hardware_id)`.as('hardware_name'),
      sql<string>`(select n.name from company n where n.id = d.company_id)`.as('company_name'),
      sql<number | null>`(select n.site_id from hardware n where n.id = d.hardware_id)`.as('site_id'),
      sql<string | null>`(select s.name from hardware n join site s on s.id = n.site_id where n.id = d.hardware_id)`.as(
        'site_name',
      ),
    ])

export const commandRecord = (tx: Tx) =>
  commandRows(tx)
    .select('d.input')
    .select(
      // Until the end, and while the end is not determined, it is what the worker compares the device with.
      sql<Record<
        string,
        unknown
      > | null>`case when d.state in ('queued', 'running') or d.result ? 'unchecked' then null else d.result end`.as(
        'result',
      ),
    )

const ofRow = (name: string) => sql.ref(`r.${name}`)
const holding = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
const failed: readonly string[] = failedStates

/** Filterable names, with the id by which an index finds the command. */
const named: Record<string, { id: string; table: string }> = {
  hardware_name: { id: 'hardware_id', table: 'hardware' },
  company_name: { id: 'company_id', table: 'company' },
}

/** Conditions rewritten for an index, where a comparison of the displayed column would read all rows. */
export function commandCondition({ field, operator, values }: Condition): Expression<SqlBool> | undefined {
  const like = operator === 'like' || operator === 'ilike'
  const other = named[field]
  if (other !== undefined && like)
    return sql<SqlBool>`${ofRow(other.id)} in (select n.id from ${sql.table(other.table)} n where n.name ilike ${holding(String(values[0]))})`
  if (other !== undefined && (operator === '=' || operator === 'in'))
    return sql<SqlBool>`${ofRow(other.id)} in (select n.id from ${sql.table(other.table)} n where n.name in (${sql.join(values)}))`
  // The site of a command is that of its device: resolved once to device ids, not once per command.
  if (field === 'site_id' && (operator === '=' || operator === 'in'))
    return sql<SqlBool>`${ofRow('hardware_id')} in (select n.id from hardware n where n.site_id in (${sql.join(values)}))`
  if ((field === 'target' || field === 'requested_by') && like)
    return sql<SqlBool>`(${ofRow('search_text')} like ${holding(String(values[0]).toLowerCase())} and ${ofRow(field)} ilike ${holding(String(values[0]))})`
  if (field === 'failed_lately')
    return values[0] === true ? failedRecently('r') : sql<SqlBool>`not coalesce(${failedRecently('r')}, false)`
  // The literal condition of the partial index of failed commands; it contains no user input.
  if (field === 'state' && operator === 'in' && values.every((value) => failed.includes(String(value))))
    return sql<SqlBool>`(${isFailed} and ${ofRow('state')} in (${sql.join(values)}))`
  if (field === 'state' && operator === '=' && failed.includes(String(values[0])))
    return sql<SqlBool>`(${isFailed} and ${ofRow('state')} = ${values[0]})`
  return undefined
}

const failedLiterals = sql.raw(failedStates.map((state) => `'${state}'`).join(', '))
const isFailed = sql`r.state in (${failedLiterals})`

/** Commands with this name that ended with another result than done within the last day. */
export const failedRecently = (name: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${name}.state`)} in (${failedLiterals}) and ${sql.ref(`${name}.finished_at`)} > now() - interval '1 day')`

/** A value as text for display; null for secrets. */
const shown = (value: unknown): string | null =>
  value === null || value === undefined ? null : value === true ? 'yes' : value === false ? 'no' : String(value)

const dots = '••••••'

/** The properties that a command changes, with their values as the caller saw them. */
export function changesOf(input: unknown): Command['changes'] {
  const steps = (input as { change?: { steps?: readonly Step[] } } | null)?.change?.steps ?? []
  return steps.flatMap(({ verb, values = {}, expected = {}, secretValues = [] }) => {
    const hide = (field: string, value: unknown) =>
      value === undefined || value === null
        ? null
        : secretValues.includes(field) || (typeof value === 'object' && value !== null)
          ? dots
          : shown(value)
    // For a removed row, all its known properties; arguments of other commands are not properties of a row.
    const fields = verb === 'remove' ? Object.keys(expected) : Object.keys(values).filter((name) => name !== 'numbers')
    return fields.map((field) => ({
      field,
      before: hide(field, expected[field]),
      after: verb === 'remove' ? null : hide(field, values[field]),
    }))
  })
}

/** The list of commands. */
export const commandListSource = {
  table: 'device_command',
  owner: 'company_id',
  ancestor_ids: 'ancestor_ids',
  searchText: 'search_text',
  rows: commandRows,
  condition: commandCondition,
  sortBy: { state: 'state_rank' },
  softDelete: false,
} as const
