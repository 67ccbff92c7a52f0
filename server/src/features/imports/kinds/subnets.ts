import { message } from '@trunkline/contract/errors'
import { bitsOf, formatPrefix, parsePrefix, type NetError, type Prefix } from '@trunkline/contract/net'
import { allocationPolicies, subnetTypes, usageTypes } from '@trunkline/contract/resources/subnet-enums'
import { subnetStore } from '@trunkline/contract/resources/subnet-shapes'
import { sql } from 'kysely'
import type { Tx } from '../../../db/pool.ts'
import * as z from 'zod/mini'
import { actorMayOn, relationTo } from '../../../access/actor.ts'
import { englishText } from '../../../errors.ts'
import { allocateSubnets, type SubnetAttributes } from '../../ipam/allocate.ts'
import { checkCategories } from '../../ipam/subnet-store.ts'
import { updateSubnet } from '../../ipam/subnet-update.ts'
import { oneOf, readFields, truth, integer } from '../cells.ts'
import type { ImportKind, KindRun, KindWork, RowOutcome, SourceRow } from '../kind.ts'
import { byIdOrName, companyNames, namesOf } from '../names.ts'
import { findOne } from '../references.ts'
import { changesOf } from '../../../db/write-row.ts'
import { inSavepoint, createKeyIndex, reportRejection } from '../write.ts'
import { subnetImportColumns } from './subnets-columns.ts'

const { type: _type, usage_type: _usage, category_id: _category, ...described } = subnetStore.shape
const { hosts, name, description, vlan, gateway, assign_len, policy, mark_full, exclusive, shared } = described
const schema = z.object({
  net: z.string(),
  type: z.optional(z.enum(subnetTypes)),
  usage_type: z.optional(z.enum(usageTypes)),
  state: z.optional(z.enum(['reserved', 'assigned'])),
  hosts,
  name,
  description,
  vlan,
  gateway,
  assign_len,
  policy,
  mark_full,
  exclusive,
  shared,
})
const readers = {
  type: oneOf(subnetTypes),
  usage_type: oneOf(usageTypes),
  policy: oneOf(allocationPolicies),
  state: oneOf(['reserved', 'assigned'] as const),
  vlan: integer(1, 4094),
  assign_len: integer(0, bitsOf(6)),
  hosts: truth,
  mark_full: truth,
  exclusive: truth,
  shared: truth,
}

/** File columns of engine fields with another name. */
const columnOf = {
  parent_id: 'net',
  prefix: 'net',
  count: 'net',
  space_id: 'space',
  category_id: 'category',
  company_id: 'company',
}

/** A parsed row, ready to be allocated. */
interface RequestedSubnet {
  source: SourceRow
  net: Prefix
  space_id: number
  company_id: number | undefined
  state: 'reserved' | 'assigned' | undefined
  attributes: SubnetAttributes
}

/** Subnets, each from the most specific node that contains it. The key is the prefix within its address space. */
export const subnetImport: ImportKind = {
  name: 'subnets',
  noun: 'subnets',
  ability: { action: 'create', subject: 'subnets' },
  columns: subnetImportColumns,
  // All rows are held in memory and sorted, because parents come first; the nodes they are allocated from are locked.
  maxRows: 20_000,
  examples,
  begin,
}

/** A free /24 that the caller may see, with its first address as gateway. */
async function examples(tx: Tx): Promise<Record<string, string>> {
  const { rows } = await sql<{ net: string; gateway: string; space: number }>`
    select set_masklen(f.net, 24)::text as net, host(f.net::inet + 1) as gateway, s.space_id as space
      from free_block f join subnet s on s.id = f.parent_id
     where family(f.net) = 4 and masklen(f.net) <= 24 and s.type = 'container' and s.holds order by s.id, f.net limit 1`.execute(
    tx,
  )
  const [free] = rows
  return free === undefined ? {} : { net: free.net, gateway: free.gateway, space: String(free.space) }
}

function begin(run: KindRun): KindWork {
  const { tx, actor, mode } = run
  const companies = companyNames(tx)
  const spaces = namesOf<{ id: number }>((texts) => byIdOrName(tx, sql`select id, name from ip_space`, texts))
  const categories = namesOf<{ id: number; company_id: number }>((texts) =>
    byIdOrName(tx, sql`select id, name, company_id from subnet_category where deleted_at is null`, texts),
  )
  const seen = createKeyIndex(run)
  const wanted: RequestedSubnet[] = []

  const netOf = (source: SourceRow): Prefix | undefined => {
    try {
      return parsePrefix(source.cells['net'] ?? '')
    } catch (error) {
      return void run.error(source, 'net', englishText((error as NetError).reason))
    }
  }

  const check = (source: SourceRow): RequestedSubnet | undefined => {
    const { company, space, category } = source.cells
    const read = readFields(run, source, schema, readers)
    const net = source.cells['net'] === undefined ? undefined : netOf(source)
    const owner =
      company === undefined
        ? undefined
        : findOne(run, source, 'company', companies.find(company), 'company', 'cell.ambiguous_company')
    const inSpace = space === undefined ? undefined : findOne(run, source, 'space', spaces.find(space), 'ip-space')
    // Of several with the same name, the one of the caller's company.
    const kinds = category === undefined ? [] : categories.find(category)
    const own = kinds.filter(({ company_id }) => company_id === actor.company_id)
    const kind =
      category === undefined
        ? undefined
        : findOne(run, source, 'category', own.length > 0 ? own : kinds, 'subnet-category')
    const company_id = owner?.id ?? (run.chosen ? run.company_id : undefined)
    if (company_id !== undefined && !actorMayOn(actor, subnetImport.ability, relationTo(actor, company_id)))
      run.error(source, 'company', message('import.company_forbidden'))
    if (net === undefined || run.isBad(source)) return undefined
    const space_id = inSpace?.id ?? 1
    if (!seen.isFirst(`${space_id} ${formatPrefix(net)}`, source, 'net')) return undefined
    const { net: _net, state, type = 'network', hosts: gives, ...same } = read
    const attributes = { ...same, type, hosts: type === 'pool' ? gives : undefined, category_id: kind?.id }
    return { source, net, space_id, company_id, state, attributes }
  }

  const present = async ({ net, space_id }: RequestedSubnet) => {
    const { rows } = await sql<Record<string, unknown> & { id: number }>`
      select * from subnet where space_id = ${space_id} and net = ${formatPrefix(net)}::cidr and deleted_at is null`.execute(
      tx,
    )
    return rows[0]
  }

  const storeRows = async (row: RequestedSubnet): Promise<Pick<RowOutcome, 'outcome' | 'id'>> => {
    const { source, net, space_id, company_id, state, attributes } = row
    const before = mode === 'update' ? await present(row) : undefined
    if (before === undefined) {
      const used = await allocateSubnets(tx, {
        parent_id: null,
        net: formatPrefix(net),
        space_id,
        company_id,
        state,
        attributes,
      })
      const ids = used.flatMap(({ id }) => (id === null ? [] : [id]))
      if (attributes.category_id !== undefined) await checkCategories(tx, ids)
      return { outcome: 'created', id: run.writes() ? (ids[0] ?? null) : null }
    }
    const { type, ...same } = attributes
    const requested = { ...same, ...(source.cells['type'] !== undefined && { type }), state, company_id }
    const changed = changesOf(before, requested)
    if (changed.length === 0) return { outcome: 'same', id: before.id }
    await updateSubnet(tx, actor, before.id, Object.fromEntries(changed))
    return { outcome: 'updated', id: before.id }
  }

  return {
    async storeRows(rows) {
      await companies.load(rows.map(({ cells }) => cells['company']))
      await spaces.load(rows.map(({ cells }) => cells['space']))
      await categories.load(rows.map(({ cells }) => cells['category']))
      for (const source of rows) {
        const one = check(source)
        if (one !== undefined) wanted.push(one)
      }
      const waiting = new Set(wanted.map(({ source }) => source))
      return rows
        .filter((source) => !waiting.has(source))
        .map(({ row, cells }) => ({ row, outcome: 'bad', id: null, label: cells['net'] ?? '' }))
    },

    // A dry run allocates as well, because only that shows what fits. Its transaction is rolled back.
    async *end() {
      wanted.sort((a, b) => a.space_id - b.space_id || compare(a.net, b.net))
      for (let at = 0; at < wanted.length; at += 200) {
        const outcomes: RowOutcome[] = []
        for (const row of wanted.slice(at, at + 200)) {
          const reported = { row: row.source.row, label: formatPrefix(row.net) }
          // A savepoint per row: a rejected row leaves no changes.
          const work = () => storeRows(row)
          try {
            const alone = row.attributes.category_id !== undefined || mode === 'update'
            outcomes.push({ ...reported, ...(alone ? await inSavepoint(tx, work) : await work()) })
          } catch (error) {
            reportRejection(run, row.source, error, columnOf, 'net')
            outcomes.push({ ...reported, outcome: 'bad', id: null })
          }
        }
        yield outcomes
      }
    },
  }
}

const compare = (a: Prefix, b: Prefix): number =>
  a.family - b.family || (a.value < b.value ? -1 : a.value > b.value ? 1 : a.length - b.length)
