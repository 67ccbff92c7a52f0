import type { Body, Reply } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import { parsePrefix } from '@trunkline/contract/net'
import type { subnets } from '@trunkline/contract/resources/subnet'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, invalid } from '../../errors.ts'
import { visibleTo } from '../companies/subtree.ts'
import { saveLabels, withoutLabels } from '../../http/labels/write.ts'
import { allocateSubnets, type Allocated, type Allocation, type SubnetAttributes } from './allocate.ts'
import { coverTree } from './plan.ts'
import { insideOf, listedRows } from './subnet-rows.ts'

type StoreBody = Body<typeof subnets.store>
type CreatedSubnet = Reply<typeof subnets.store>['data']

/** Maximum number of nodes tried one by one if the request names only a kind of node. */
const maxCandidates = 20

/**
 * Allocates subnets: an exact one, the next free one of a node, or the next free one of any node of a kind. Finds and
 * allocates in one transaction; a dry run changes nothing.
 * @throws AppError forbidden; validation_failed and conflict at the field
 */
export async function storeSubnets(tx: Tx, actor: Actor, body: StoreBody): Promise<CreatedSubnet> {
  const stored = await allocateNew(tx, actor, withoutLabels(body))
  for (const id of stored.ids) await saveLabels(tx, 'subnet', id, body, { isNew: true })
  return stored
}

async function allocateNew(tx: Tx, actor: Actor, body: StoreBody): Promise<CreatedSubnet> {
  const {
    net,
    parent_id,
    space_id,
    find,
    prefix,
    count,
    contiguous,
    company_id,
    hold_seconds,
    dry_run,
    pick,
    confirm_whole_space = false,
    ...attributes
  } = body
  if (
    company_id !== undefined &&
    !actorMayOn(actor, { action: 'create', subject: 'subnets' }, relationTo(actor, company_id))
  )
    throw new AppError('forbidden')
  if (net === 'auto' && parent_id === undefined && find === undefined)
    throw invalid({ parent_id: message('subnet.parent_required') })
  if (net !== 'auto' && find !== undefined) throw invalid({ find: message('subnet.auto_only') })
  if (net !== 'auto' && parsePrefix(net).length === 0 && !confirm_whole_space && dry_run !== true)
    throw invalid({ net: message('subnet.whole_space', { net }) })
  if (net !== 'auto' && prefix !== undefined) throw invalid({ prefix: message('subnet.length_given') })
  const wanted: Omit<Allocation, 'parent_id'> = {
    net,
    space_id,
    prefix,
    count,
    contiguous,
    policy: pick,
    company_id,
    hold_seconds,
    dry_run,
    attributes: attributes as SubnetAttributes,
  }
  if (
    net !== 'auto' &&
    body.type === 'container' &&
    dry_run !== true &&
    (await hasFree(tx, net, parent_id, space_id))
  ) {
    const { type: _, hosts: _hosts, gateway: _gateway, ...described } = attributes
    const { id } = await coverTree(tx, {
      net,
      parent_id,
      space_id,
      company_id,
      attributes: described as SubnetAttributes,
    })
    await checkCategories(tx, [id])
    return { id, ids: [id], nets: [net] }
  }
  const allocated =
    find !== undefined && parent_id === undefined
      ? await allocateFromAny(tx, actor, find, wanted)
      : await allocateSubnets(tx, { ...wanted, parent_id: parent_id ?? null })
  const ids = allocated.flatMap(({ id }) => (id === null ? [] : [id]))
  // An inherited category belongs to the parent's owner or its ancestors, so it needs no check.
  if (attributes.category_id != null) await checkCategories(tx, ids)
  return { id: ids[0] ?? null, ids, nets: allocated.map(({ net: block }) => block) }
}

/** Whether the prefix contains visible nodes: a new container is then created around them. */
async function hasFree(
  tx: Tx,
  net: string,
  parent_id: number | undefined,
  space_id: number | undefined,
): Promise<boolean> {
  const space =
    parent_id === undefined ? sql`${space_id ?? 1}` : sql`(select space_id from subnet where id = ${parent_id})`
  const { rows } = await sql`
    select from subnet r where r.space_id = ${space} and r.holds and r.net > ${net}::cidr and ${insideOf(parsePrefix(net))} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * Allocates from the first node of the kind with enough space. Each attempt has a savepoint, so that a failed one
 * releases its lock.
 * @throws AppError conflict at `prefix` if none has space, validation_failed at `find` if there is no such node
 */
async function allocateFromAny(
  tx: Tx,
  actor: Actor,
  find: NonNullable<StoreBody['find']>,
  wanted: Omit<Allocation, 'parent_id'>,
): Promise<Allocated[]> {
  const length = wanted.prefix ?? null
  let candidates = tx
    .selectFrom(listedRows(tx).as('r'))
    .select('r.id')
    .where('r.deleted_at', 'is', null)
    .where('r.hosts', '=', false)
    .where('r.mark_full', '=', false)
    .where(visibleTo(actor, 'r.ancestor_ids'))
    .where(
      sql<boolean>`exists (select from free_block f where f.parent_id = r.id and f.plen <= coalesce(${length}::int, r.assign_len))`,
    )
  if (length !== null && length > 32) find = { ip_version: 'ipv6', ...find }
  if (find.ip_version !== undefined)
    candidates = candidates.where(
      find.ip_version === 'ipv4' ? sql<boolean>`r.net < '::/0'::cidr` : sql<boolean>`r.net >= '::/0'::cidr`,
    )
  if (find.usage_type !== undefined) candidates = candidates.where(sql<boolean>`r.usage_type = ${find.usage_type}`)
  if (find.category_id !== undefined) candidates = candidates.where('r.category_id', '=', find.category_id)
  // The smallest first, so that large blocks remain unfragmented.
  const rows = await candidates
    .orderBy(sql`masklen(r.net) desc`)
    .orderBy('r.net')
    .limit(maxCandidates)
    .execute()
  let rejection: AppError | undefined
  for (const { id } of rows)
    try {
      return await allocateSubnets(tx, { ...wanted, parent_id: id })
    } catch (error) {
      if (!(error instanceof AppError) || !passes(error)) throw error
      rejection = error
    }
  throw rejection ?? new AppError('conflict', { fields: { prefix: message('subnet.none_with_room') } })
}

/** Errors after which another candidate is tried: no space, or locked. */
const passes = ({ code, fields }: AppError) =>
  code === 'conflict' ||
  (code === 'validation_failed' &&
    ['prefix', 'parent_id', 'company_id', 'type'].some((field) => fields?.[field] !== undefined))

/**
 * The category of a node must belong to its owner or an ancestor, so that everyone who may see the node may see the
 * category too.
 * @throws AppError validation_failed at `category_id`
 */
export async function checkCategories(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql`
    select from subnet s join subnet_category k on k.id = s.category_id
    where s.id = any (${ids}::bigint[]) and not k.company_id = any (s.ancestor_ids) limit 1`.execute(tx)
  if (rows.length > 0) throw invalid({ category_id: message('category.not_above') })
}
