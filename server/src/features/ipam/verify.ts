import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/** One difference between the expected and the stored value. Counts and addresses as text. */
export interface IpDifference {
  subnet_id: number
  net: string
  error: string
  expected: string
  found: string
}
export interface Verdict {
  /** Number of recomputed nodes. */
  nodes: number
  error_count: number
  /** Number of repaired nodes. */
  repaired: number
  /** The first 1,000, in order of address. */
  errors: IpDifference[]
}

/**
 * Recomputes the free space and the counters of each node from its children, addresses and ranges, in one statement and
 * thus one snapshot, and stores the differences in ip_verification. With `repair`, the free blocks and counters of each
 * node with a difference are rewritten under its lock. Reads all tables, which takes minutes for millions of rows. Runs
 * with system permissions.
 */
export async function verifyTree(tx: Tx, { repair = false }: { repair?: boolean } = {}): Promise<Verdict> {
  await sql`set local jit = off; set local work_mem = '128MB'; set local statement_timeout = '30min'`.execute(tx)
  const began = new Date()
  const { rows } = await findDifferences.execute(tx)
  const [{ nodes, errors: found }] = rows as [{ nodes: number; errors: IpDifference[] }]
  const ids = [...new Set(found.map(({ subnet_id }) => subnet_id))]
  if (repair && ids.length > 0) await repairNodes(tx, ids)
  const verdict = {
    nodes,
    error_count: found.length,
    repaired: repair ? ids.length : 0,
    errors: found.slice(0, 1000),
  }
  await tx
    .insertInto('ip_verification')
    .values({
      started_at: began.toISOString(),
      finished_at: sql<string>`clock_timestamp()`,
      nodes,
      error_count: verdict.error_count,
      repaired: verdict.repaired,
      errors: JSON.stringify(verdict.errors),
    })
    .execute()
  return verdict
}

/**
 * Children, addresses, ranges and free blocks of a node in order of address must be contiguous and must not overlap,
 * from the first address of the node to its last, and two free halves of a block must be merged. If this holds, the
 * free blocks are correct.
 */
const findDifferences = sql<{ nodes: number; errors: IpDifference[] }>`
  with item as materialized (
    select parent_id as node, ip_first(net) as lo, ip_last(net) as hi, 'subnet' as kind, ip_size(net) as size,
        case state when 'assigned' then ip_size(net) else assigned end as assigned
      from subnet where holds and parent_id is not null
    union all
    select subnet_id, ip, ip, 'address', 1, case state when 'assigned' then 1 else 0 end from address where holds
    union all
    select subnet_id, lo, hi, 'range', case when lo = hi then 1 else ip_width(lo, hi) end, 0 from ip_range
    union all
    select parent_id, ip_first(net), ip_last(net), 'free', ip_size(net), 0 from free_block
  ),
  placed as (
    select node, lo, hi, lead(lo) over w as next, lag(lo) over w as last from item window w as (partition by node order by lo, hi)
  ),
  hole as (
    select p.node, min(case
        when p.last is null and p.lo <> ip_first(s.net) then ip_first(s.net)
        when p.next is null then case when p.hi <> ip_last(s.net) then p.hi end
        when p.next <= p.hi then p.next
        when p.next - 1 <> p.hi then p.hi end) as place
      from placed p join subnet s on s.id = p.node and s.holds group by 1
  ),
  counted as (
    select node, sum(size) filter (where kind <> 'free') as used, count(*) filter (where kind = 'subnet') as children,
      count(*) filter (where kind = 'address') as addresses, sum(assigned) as assigned
    from item group by 1
  ),
  pending as (select subnet_id, sum(assigned) as assigned from ip_delta group by 1),
  error as (
    select s.id, 'free space' as error, 'every address once' as expected,
        case when h.node is null then 'nothing' else 'not so near ' || host(h.place) end as found
      from subnet s left join hole h on h.node = s.id where s.holds and (h.node is null or h.place is not null)
    union all
    select b.parent_id, 'free blocks apart', set_masklen(b.net, b.plen - 1)::text, b.net || ' and ' || o.net
      from free_block b join free_block o on o.parent_id = b.parent_id and o.net = ip_buddy(b.net) and b.net < o.net
      join subnet s on s.id = b.parent_id and b.plen > masklen(s.net)
    union all
    select s.id, f.error, f.expected::text, f.found::text
      from subnet s left join counted c on c.node = s.id left join pending d on d.subnet_id = s.id,
        lateral (values ('used', coalesce(c.used, 0), s.used), ('child count', coalesce(c.children, 0), s.child_count),
          ('address count', coalesce(c.addresses, 0), s.address_count),
          ('assigned', coalesce(c.assigned, 0) - coalesce(d.assigned, 0), s.assigned)) f (error, expected, found)
      where s.holds and f.expected <> f.found
    union all
    select s.id, 'left over', 'nothing', 'free blocks, ranges or counters of what was given back'
      from subnet s where not s.holds and (s.used <> 0 or s.child_count <> 0 or s.address_count <> 0
        or exists (select from free_block where parent_id = s.id) or exists (select from ip_range where subnet_id = s.id))
    union all
    select s.id, 'subnet above', p.net::text, 'given back' from subnet s join subnet p on p.id = s.parent_id where s.holds and not p.holds
  )
  select (select count(*) from subnet where holds) as nodes,
    coalesce((select jsonb_agg(jsonb_build_object('subnet_id', f.id, 'net', s.net::text, 'error', f.error, 'expected', f.expected, 'found', f.found)
      order by s.space_id, s.net, f.error) from error f join subnet s on s.id = f.id), '[]') as errors`

/** Each node is locked, so that changes since the count are included. */
async function repairNodes(tx: Tx, ids: number[]): Promise<void> {
  await sql`select from subnet where id = any (${ids}::bigint[]) order by space_id, net for no key update`.execute(tx)
  await sql`
    update subnet s set used = ip_free_rebuild(s.id), child_count = (select count(*) from subnet c where c.parent_id = s.id and c.holds),
      address_count = (select count(*) from address a where a.subnet_id = s.id and a.holds)
    where s.id = any (${ids}::bigint[]) and s.holds`.execute(tx)
  // The next aggregation adds it to the ancestors.
  await sql`
    insert into ip_delta (subnet_id, assigned)
      select id, wrong from (
        select s.id, coalesce((select sum(case c.state when 'assigned' then ip_size(c.net) else c.assigned end) from subnet c where c.parent_id = s.id and c.holds), 0)
            + (select count(*) from address a where a.subnet_id = s.id and a.holds and a.state = 'assigned')
            - coalesce((select sum(d.assigned) from ip_delta d where d.subnet_id = s.id), 0) - s.assigned as wrong
          from subnet s where s.id = any (${ids}::bigint[]) and s.holds) w
      where wrong <> 0`.execute(tx)
  await sql`delete from free_block where parent_id in (select id from subnet where id = any (${ids}::bigint[]) and not holds)`.execute(
    tx,
  )
  await sql`delete from ip_range where subnet_id in (select id from subnet where id = any (${ids}::bigint[]) and not holds)`.execute(
    tx,
  )
  await sql`update subnet set used = 0, child_count = 0, address_count = 0 where id = any (${ids}::bigint[]) and not holds`.execute(
    tx,
  )
}
