import type { Body, Reply } from '@trunkline/contract/endpoint'
import { faultOf, formatAddress, formatPrefix, parseAddress, parsePrefix, type Prefix } from '@trunkline/contract/net'
import type { subnets } from '@trunkline/contract/resources/subnet'
import { allocationPolicies, subnetTypes, usageTypes } from '@trunkline/contract/resources/subnet-words'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, invalid } from '../../errors.ts'
import { CsvError, readCsv } from '../../http/csv-read.ts'
import { allocateSubnets, type SubnetAttributes } from './allocate.ts'
import { checkCategories } from './subnet-store.ts'
import { exportColumns } from './subnet-list.ts'

type Report = Reply<typeof subnets.import>['data']
type Fault = Report['errors'][number]
type Column = (typeof exportColumns)[number]

/** Rows of one file: as many as fit into one transaction that nobody has to wait for long. */
const mostRows = 10_000
/** Faults that a report names. */
const mostFaults = 500

/** A row that was read, ready to be taken. */
interface Wanted {
  row: number
  net: Prefix
  space_id: number
  company_id: number | undefined
  state: 'reserved' | 'assigned' | undefined
  attributes: SubnetAttributes
}

/** What names in the file stand for, as far as the caller sees. */
interface Names {
  spaces: Map<string, number[]>
  categories: Map<string, number[]>
  companies: Set<number>
  companiesByName: Map<string, number[]>
}

/**
 * Takes the subnets of a CSV text that has the header of the export; columns may be missing, but for `net`. Rows are
 * taken parents first, each from the deepest node that contains it. One fault stops all, unless the bad rows are to be
 * left out; a dry run tells what would come of it.
 * @throws AppError validation_failed at `csv` where it can't be read at all
 */
export async function importSubnets(tx: Tx, actor: Actor, body: Body<typeof subnets.import>): Promise<Report> {
  const { header, records } = read(body.csv)
  const names = await readNames(tx, actor, header, records)
  const faults: Fault[] = []
  const wanted: Wanted[] = []
  for (const [i, record] of records.entries()) {
    const found = readRow(names, header, record, i + 2)
    if (Array.isArray(found)) faults.push(...found)
    else wanted.push(found)
  }
  wanted.sort((a, b) => a.space_id - b.space_id || compare(a.net, b.net))
  await sql`savepoint import`.execute(tx)
  let created = 0
  for (const one of wanted)
    try {
      await take(tx, one)
      created++
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'internal') throw error
      faults.push(...faultsOf(error, one.row))
    }
  const applied = body.dry_run !== true && (faults.length === 0 || body.skip_bad === true)
  await sql.raw(applied ? 'release savepoint import' : 'rollback to savepoint import').execute(tx)
  faults.sort((a, b) => a.row - b.row)
  return {
    rows: records.length,
    // Of a dry run: what would be created.
    created: faults.length === 0 || body.skip_bad === true ? created : 0,
    errors: faults.slice(0, mostFaults),
    errors_total: faults.length,
    applied,
  }
}

/** A row that is refused leaves nothing behind. */
async function take(tx: Tx, { net, space_id, company_id, state, attributes }: Wanted): Promise<void> {
  const named = attributes.category_id !== undefined
  if (named) await sql`savepoint import_row`.execute(tx)
  try {
    const taken = await allocateSubnets(tx, {
      parent_id: null,
      net: formatPrefix(net),
      space_id,
      company_id,
      state,
      attributes,
    })
    if (named)
      await checkCategories(
        tx,
        taken.flatMap(({ id }) => (id === null ? [] : [id])),
      )
  } catch (error) {
    if (named) await sql`rollback to savepoint import_row`.execute(tx)
    throw error
  }
  if (named) await sql`release savepoint import_row`.execute(tx)
}

const compare = (a: Prefix, b: Prefix): number =>
  a.family - b.family || (a.value < b.value ? -1 : a.value > b.value ? 1 : a.length - b.length)

function read(csv: string): { header: Column[]; records: string[][] } {
  let table: string[][]
  try {
    table = readCsv(csv)
  } catch (error) {
    if (error instanceof CsvError) throw invalid({ csv: `Row ${error.row}: ${error.message}` })
    throw error
  }
  const [header = [], ...records] = table
  const known = header.map((name) => name.trim().toLowerCase())
  const strange = known.find((name) => !(exportColumns as readonly string[]).includes(name))
  if (strange !== undefined)
    throw invalid({ csv: `There is no column "${strange.slice(0, 40)}". Known: ${exportColumns.join(', ')}.` })
  if (!known.includes('net')) throw invalid({ csv: 'The column "net" is missing.' })
  if (new Set(known).size !== known.length) throw invalid({ csv: 'A column stands twice in the header.' })
  if (records.length > mostRows) throw invalid({ csv: `At most ${mostRows.toLocaleString('en')} rows at a time.` })
  return { header: known as Column[], records }
}

const group = (rows: { id: number; name: string }[]) => {
  const found = new Map<string, number[]>()
  for (const { id, name } of rows) found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), id])
  return found
}

async function readNames(tx: Tx, actor: Actor, header: Column[], records: string[][]): Promise<Names> {
  const column = (name: Column) => {
    const at = header.indexOf(name)
    return at < 0 ? [] : [...new Set(records.map((record) => (record[at] ?? '').trim()).filter(Boolean))]
  }
  const ids = column('company_id')
    .filter((id) => /^\d{1,15}$/.test(id))
    .map(Number)
  const { rows: companies } = await sql<{ id: number }>`
    select id from company where id = any (${ids}::bigint[]) and deleted_at is null`.execute(tx)
  const byName = ids.length > 0 ? [] : column('company_name')
  const { rows: named } = await sql<{ id: number; name: string }>`
    select id, name from company where lower(name) = any (${byName.map((name) => name.toLowerCase())}::text[]) and deleted_at is null`.execute(
    tx,
  )
  const { rows: spaces } = await sql<{ id: number; name: string }>`select id, name from ip_space`.execute(tx)
  const { rows: categories } = await sql<{ id: number; name: string }>`
    select id, name from subnet_category where deleted_at is null order by company_id = ${actor.company_id} desc`.execute(
    tx,
  )
  return {
    spaces: group(spaces),
    categories: group(categories),
    companies: new Set(companies.map(({ id }) => id)),
    companiesByName: group(named),
  }
}

/** A row of the file, or what is wrong with it. */
function readRow(names: Names, header: Column[], record: string[], row: number): Wanted | Fault[] {
  const faults: Fault[] = []
  const cell = (column: Column) => (record[header.indexOf(column)] ?? '').trim()
  const fault = (column: Column, message: string) => void faults.push({ row, column, message })
  const one = <T extends string>(column: Column, allowed: readonly T[]): T | undefined => {
    const text = cell(column)
    if (text === '' || (allowed as readonly string[]).includes(text)) return (text || undefined) as T | undefined
    fault(column, `Allowed: ${allowed.join(', ')}.`)
    return undefined
  }
  const yes = (column: Column): boolean | undefined => {
    const text = cell(column).toLowerCase()
    if (['', 'true', 'false', '1', '0', 'yes', 'no'].includes(text))
      return text === '' ? undefined : ['true', '1', 'yes'].includes(text)
    fault(column, 'Write true or false.')
    return undefined
  }
  const whole = (column: Column, min: number, max: number): number | undefined => {
    const text = cell(column)
    if (text === '') return undefined
    if (/^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
    fault(column, `Write a whole number from ${min} to ${max}.`)
    return undefined
  }
  const text = (column: Column, max: number): string => {
    const value = cell(column)
    if (value.length > max) fault(column, `At most ${max} characters.`)
    // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value))
      fault(column, 'Control characters are not allowed.')
    return value
  }
  const named = (column: Column, found: Map<string, number[]>, what: string): number | undefined => {
    const name = cell(column)
    if (name === '') return undefined
    const ids = found.get(name.toLowerCase()) ?? []
    if (ids.length === 0) fault(column, `There is no ${what} of this name.`)
    return ids[0]
  }

  const badNet = faultOf(() => parsePrefix(cell('net')))
  if (badNet !== undefined) fault('net', badNet)
  const gateway = cell('gateway')
  const badGateway = gateway === '' ? undefined : faultOf(() => parseAddress(gateway))
  if (badGateway !== undefined) fault('gateway', badGateway)
  const holder = cell('company_id')
  if (holder !== '' && !names.companies.has(Number(holder))) fault('company_id', 'There is no such company.')
  const type = one('type', subnetTypes) ?? 'network'
  const hosts = yes('hosts')
  const attributes: SubnetAttributes = {
    type,
    hosts: type === 'pool' ? hosts : undefined,
    usage_type: one('usage_type', usageTypes),
    category_id: named('category_name', names.categories, 'category'),
    name: text('name', 191),
    description: text('description', 2000),
    vlan: whole('vlan', 1, 4094),
    gateway: gateway === '' || badGateway !== undefined ? undefined : formatAddress(parseAddress(gateway)),
    assign_len: whole('assign_len', 0, 128),
    policy: one('policy', allocationPolicies),
    mark_full: yes('mark_full'),
    exclusive: yes('exclusive'),
    offered: yes('offered'),
  }
  const space_id = named('space_name', names.spaces, 'address space')
  const company_id = holder === '' ? named('company_name', names.companiesByName, 'company') : Number(holder)
  const state = one('state', ['reserved', 'assigned'] as const)
  if (faults.length > 0) return faults
  return { row, net: parsePrefix(cell('net')), space_id: space_id ?? 1, company_id, state, attributes }
}

/** The columns of the file that belong to the fields of a store. */
const columnOf: Record<string, Column> = {
  parent_id: 'net',
  prefix: 'net',
  count: 'net',
  space_id: 'space_name',
  category_id: 'category_name',
}

const faultsOf = (error: AppError, row: number): Fault[] =>
  error.fields === undefined
    ? [{ row, column: 'net', message: error.message }]
    : Object.entries(error.fields).map(([field, message]) => ({ row, column: columnOf[field] ?? field, message }))
