import { sql } from 'kysely'
import { prefixOut } from '../ipam/stored-net.ts'
import { addressCondition, listedRows } from '../ipam/subnet-rows.ts'
import { visibleTo } from '../companies/subtree.ts'
import { findOwned, matches, stateColumn, type Finder, type Found } from './finder.ts'

/** By text, those that contain an address (the smallest first), or those within a prefix. */
const subnets: Finder = async (tx, actor, question, limit) => {
  const found = await listedRowsFound(tx, actor, question, limit)
  return found.map(({ id, net, name, parent_net, state, company_id }) => ({
    kind: 'subnets',
    id,
    title: prefixOut(net),
    detail: [name, parent_net === null ? '' : prefixOut(parent_net)].filter(Boolean).join(', '),
    company_id,
    state,
    search_text: name.toLowerCase(),
  }))
}

const listedRowsFound = (...[tx, actor, question, limit]: Parameters<Finder>) =>
  tx
    .selectFrom(listedRows(tx).as('r'))
    .select(['r.id', 'r.net', 'r.name', 'r.parent_net', 'r.state', 'r.company_id'])
    .where('r.deleted_at', 'is', null)
    .where(visibleTo(actor, 'r.ancestor_ids'))
    .where(addressCondition(question.address?.text ?? question.text) ?? matches('r.search_text', question))
    .orderBy('r.net', question.address === undefined ? 'asc' : 'desc')
    .orderBy('r.id')
    .limit(limit)
    .execute()

/** Allocated addresses by address, DNS name and note. The page of one is that of its subnet. */
const addresses: Finder = async (tx, actor, question, limit) => {
  const found = await findOwned(tx, actor, question, limit, {
    kind: 'addresses',
    table: 'address',
    where: sql`t.holds`,
    shown: sql`t.subnet_id, host(t.ip) as title, t.company_id, ${stateColumn('t.state')} as state,
      concat_ws(', ', nullif(t.dns_name, ''), nullif(t.used_by_label, ''), nullif(t.note, ''), text(t.subnet_net)) as detail`,
    condition:
      question.address && sql`t.ip = ${question.address.text}::inet and t.space_id in (select sp.id from ip_space sp)`,
    order: 't.ip, t.id',
  })
  return (found as (Found & { subnet_id: number })[]).map(({ subnet_id, ...hit }) => ({ ...hit, id: subnet_id }))
}

export const subnetFinders = { subnets, addresses }
