import { nodes } from './seed-ipam.ts'

/** One measurement: the panel's query, and the query that computes containment and searches gaps. */
export interface Question {
  name: string
  ours(i: number): string
  naive(i: number): string
  /** Repetitions of the other query, if it is slow. */
  few?: number
}

/** Evenly distributed, and the same in every run. */
const spread = (i: number, below: number) => (i * 7919 + 12_345) % below
const v4 = (i: number) => `10.${32 + spread(i, 32)}.${spread(i + 3, 256)}.${1 + spread(i + 7, 96)}`
const v6 = (i: number) => {
  const block = spread(i, 200_000)
  return `2001:db8:${(block >> 8).toString(16)}:${((block & 255) << 8).toString(16)}::${(1 + spread(i, 60_000)).toString(16)}`
}
const deepest = (ip: string) =>
  `select id, net from naive_subnet where net >>= '${ip}'::inet order by masklen(net) desc limit 1`
const children = (parent: number, after = '') =>
  `select id, net, name, child_count, address_count, used, used / ip_size(net) as share from subnet where parent_id = ${parent} and holds ${after} order by net limit 25`

/** Direct children, their counts and their allocations, all by containment. */
const contained = (net: string) => `select c.net, (select count(*) from naive_subnet d where d.net << c.net) as below,
    (select count(*) from naive_address a where a.ip << c.net) / ip_size(c.net) as share
  from naive_subnet c where c.net << '${net}' and not exists (select from naive_subnet b where b.net << '${net}' and b.net >> c.net) order by c.net limit 25`

/** The first block of a length in a gap between neighbours. */
const gap = (
  net: string,
  length: number,
) => `select (broadcast(set_masklen(ip_last(net)::cidr::inet, ${length})) + 1) as first
  from (select net, lead(net) over (order by net) as after from naive_subnet where net << '${net}') n
  where after is null or ip_last(set_masklen(broadcast(set_masklen(ip_last(net), ${length})) + 1, ${length})) < ip_first(after) order by net limit 1`

export const questions: Question[] = [
  {
    name: 'address to subnet, IPv4 (walk)',
    ours: (i) => `select ip_find(1, '${v4(i)}')`,
    naive: (i) => deepest(v4(i)),
  },
  {
    name: 'address to subnet, IPv6 beside 200,000 (walk)',
    ours: (i) => `select ip_find(1, '${v6(i)}')`,
    naive: (i) => deepest(v6(i)),
  },
  {
    name: 'address to subnet, IPv4, as a tenant may ask',
    ours: (i) =>
      `select id, net from subnet where space_id = 1 and net = any (ip_prefixes('${v4(i)}')) and holds order by net desc limit 1`,
    naive: (i) => deepest(v4(i)),
  },
  {
    name: '25 children with counts and utilisation',
    ours: (i) => children(500 + spread(i, 32)),
    naive: (i) => contained(`10.${32 + spread(i, 32)}.0.0/16`),
    few: 5,
  },
  {
    name: '25 of 200,000 children',
    ours: () => children(nodes.wide6),
    naive: () => contained('2001:db8::/32'),
    few: 1,
  },
  {
    name: 'page 6,000 of 200,000 children',
    ours: () => children(nodes.wide6, `and net > '2001:db8:249:f000::/56'`),
    naive: () => `${children(nodes.wide6)} offset 150000`,
  },
  {
    name: 'first free address of a /16, 99.9 % full',
    ours: () => `select ip_pick(${nodes.full}, 32, 'lowest')`,
    naive: () =>
      `select ip + 1 from (select ip, lead(ip) over (order by ip) as after from naive_address where ip between '10.16.0.0' and '10.16.255.255') a where after is distinct from ip + 1 order by ip limit 1`,
  },
  {
    name: 'first /29 in a /12 fragmented by 114,000',
    ours: () => `select ip_pick(${nodes.fragmented}, 29, 'lowest')`,
    naive: () => gap('10.0.0.0/12', 29),
  },
  {
    name: 'the same, best fit',
    ours: () => `select ip_pick(${nodes.fragmented}, 29, 'best-fit')`,
    naive: () => gap('10.0.0.0/12', 29),
  },
  {
    name: 'first /56 in a /32 with 200,000',
    ours: () => `select ip_pick(${nodes.wide6}, 56, 'lowest')`,
    naive: () => gap('2001:db8::/32', 56),
  },
  {
    name: 'the same, sparse',
    ours: () => `select ip_pick(${nodes.wide6}, 56, 'sparse')`,
    naive: () => gap('2001:db8::/32', 56),
  },
]
