import { randomBytes } from 'node:crypto'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { allocateSubnets } from '../../features/ipam/allocate.ts'
import { assignAddress } from '../../features/ipam/assign.ts'
import { storeRange } from '../../features/ipam/remove.ts'

export const ipamKinds = ['subnet', 'subnet-category', 'ip-space', 'address', 'ip-range', 'ip-plan'] as const
export type IpamKind = (typeof ipamKinds)[number]
export const isIpamKind = (kind: ObjectKind): kind is IpamKind => (ipamKinds as readonly string[]).includes(kind)

let serial = 0

/** A root network of the company, a separate block each. */
async function seed(tx: Tx, company_id: number, shared = false): Promise<number> {
  const at = serial++
  const [created] = await allocateSubnets(tx, {
    parent_id: null,
    net: `${20 + Math.floor(at / 65_536)}.${Math.floor(at / 256) % 256}.${at % 256}.0/24`,
    company_id,
    attributes: { type: 'network', shared },
  })
  return created?.id as number
}

/**
 * The tree of companies as a tree of subnets: each company's subnet is within its parent's and contains its children's.
 */
export async function seedTree(tx: Tx, companies: readonly { id: number; parent: number | null }[]): Promise<void> {
  const nodes = new Map<number, { id: number; length: number }>()
  for (const { id, parent } of companies) {
    const above = parent === null ? undefined : nodes.get(parent)
    const length = above === undefined ? 10 : above.length + 3
    const [created] = await allocateSubnets(tx, {
      parent_id: above?.id ?? null,
      net: above === undefined ? '100.64.0.0/10' : 'auto',
      ...(above !== undefined && { prefix: length }),
      company_id: id,
      attributes: { type: 'container', name: 'Delegated' },
    })
    nodes.set(id, { id: created?.id as number, length })
  }
  for (const { id } of companies) {
    await seed(tx, id, true)
    await makeIpamRow(tx, 'subnet-category', id)
  }
}

/** A new row of the company. */
export async function makeIpamRow(
  tx: Tx,
  kind: IpamKind,
  company_id: number,
  { shared = false } = {},
): Promise<number> {
  const name = `Row ${randomBytes(4).toString('hex')}`
  const only = async (statement: RawBuilder<{ id: number }>) => (await statement.execute(tx)).rows[0]?.id as number
  switch (kind) {
    case 'subnet':
      return seed(tx, company_id, shared)
    case 'subnet-category':
      return only(sql`insert into subnet_category (company_id, name) values (${company_id}, ${name}) returning id`)
    case 'ip-space':
      return only(
        sql`insert into ip_space (company_id, kind, name) values (${company_id}, 'private', ${name}) returning id`,
      )
    case 'address':
      return (await assignAddress(tx, { subnet_id: await seed(tx, company_id), ip: 'auto' })).id
    case 'ip-range': {
      const subnet_id = await seed(tx, company_id)
      const { rows } = await sql<{
        lo: string
        hi: string
      }>`select host(net::inet + 10) as lo, host(net::inet + 20) as hi from subnet where id = ${subnet_id}`.execute(tx)
      const { lo, hi } = rows[0] as { lo: string; hi: string }
      return (await storeRange(tx, { subnet_id, lo, hi, kind: 'reserved' })).id
    }
    case 'ip-plan': {
      const id = await seed(tx, company_id)
      return only(sql`insert into ip_plan (company_id, created_by, operation, request, outcome, versions)
        values (${company_id}, 'world', 'lift', ${JSON.stringify({ operation: 'lift', id })}::jsonb,
          '{"changes":[],"changes_total":0,"conflicts":[],"as_job":false,"free_before":"0","free_after":"0","result_ids":[]}', '{}') returning id`)
    }
  }
}

/** Ids of all rows with the company of each, and whether its descendants can read the row too. */
export const ipamRows: Record<IpamKind, RawBuilder<unknown>> = {
  subnet: sql`select id, company_id as company, shared as shared from subnet where deleted_at is null`,
  'subnet-category': sql`select id, company_id as company, true as shared from subnet_category where deleted_at is null`,
  'ip-space': sql`select id, company_id as company, true as shared from ip_space`,
  address: sql`select id, company_id as company, false as shared from address`,
  'ip-range': sql`select id, company_id as company, false as shared from ip_range`,
  'ip-plan': sql`select id, company_id as company, false as shared from ip_plan`,
}
