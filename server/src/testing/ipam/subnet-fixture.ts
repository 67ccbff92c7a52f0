import type { PlanRequest } from '@trunkline/contract/resources/subnet-shapes'
import { sql } from 'kysely'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { allocateSubnets, type SubnetAttributes } from '../../features/ipam/allocate.ts'
import { applyPlan, makePlan } from '../../features/ipam/plan.ts'
import { createTestDatabase } from '../database.ts'
import { createCompany } from '../panel.ts'

/** A database with a chain of companies and 10.0.0.0/8, and helpers for it. */
export async function setupSubnetFixture() {
  const database = await createTestDatabase()
  const actor = { label: 'Ann <ann@example.com>' }
  const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work)
  /** As a user of a company below the provider. */
  const as = <T>(company_id: number, work: (tx: Tx) => Promise<T>) =>
    withTenant(database.databases, { company_id, everything: false, actor_name: actor.label }, { write: true }, work)
  const line = await system(async (tx) => {
    const provider = await createCompany(tx, { name: 'Provider', type: 'simrush' })
    const master = await createCompany(tx, { name: 'Master', type: 'master-distributor', parent_id: provider })
    return {
      provider,
      master,
      reseller: await createCompany(tx, { name: 'Reseller', type: 'reseller', parent_id: master }),
      stranger: await createCompany(tx, { name: 'Stranger', type: 'reseller', parent_id: provider }),
      root: (await allocateSubnets(tx, { parent_id: null, net: '10.0.0.0/8', attributes: { type: 'container' } }))[0]!
        .id!,
    }
  })
  let next = 0

  /** Allocates exactly this subnet. */
  const allocate = (
    parent_id: number,
    net: string,
    type: SubnetAttributes['type'] = 'network',
    more: { company_id?: number; attributes?: Partial<SubnetAttributes> } = {},
  ) =>
    system(
      async (tx) =>
        (
          await allocateSubnets(tx, {
            parent_id,
            net,
            company_id: more.company_id,
            attributes: { type, ...more.attributes },
          })
        )[0]!.id!,
    )
  /** A separate /16 for a test: `10.n`. */
  async function createBlock(company_id?: number): Promise<{ id: number; at: string }> {
    const at = `10.${next++}`
    return {
      id: await allocate(line.root, `${at}.0.0/16`, 'container', { company_id: company_id ?? line.provider }),
      at,
    }
  }
  /** The plan's text, its steps, and its obstacles. */
  const plan = (request: PlanRequest) => system((tx) => makePlan(tx, actor, request))
  const apply = (request: PlanRequest) =>
    system(async (tx) => applyPlan(tx, actor, (await makePlan(tx, actor, request)).id))
  const messages = async (request: PlanRequest) =>
    (await plan(request)).conflicts.map(({ reason, params }) => ({ reason, params }))
  /** The children of a node, and the content of a network. */
  const lines = async (id: number) =>
    (
      await system((tx) =>
        sql<{
          line: string
        }>`select net || ' ' || type || coalesce(' gateway ' || host(gateway), '') as line from subnet where parent_id = ${id} and holds order by net`.execute(
          tx,
        ),
      )
    ).rows.map(({ line }) => line)
  const contents = async (id: number) =>
    (
      await system((tx) =>
        sql<{ line: string }>`
        select line from (
          select ip as place, host(ip) || case when is_gateway then ' gateway' else '' end as line from address where subnet_id = ${id} and holds
          union all select lo, host(lo) || '-' || host(hi) || ' ' || kind from ip_range where subnet_id = ${id}) l
        order by place, line`.execute(tx),
      )
    ).rows.map(({ line }) => line)

  return {
    ...line,
    actor,
    system,
    as,
    allocate,
    createBlock,
    plan,
    apply,
    messages,
    lines,
    contents,
    databases: database.databases,
    drop: database.drop,
  }
}
