import pg from 'pg'

/** Ids of the measured nodes. */
export const nodes = {
  root4: 1,
  /** /12 with 114,000 × /30 and one free /29 at its end. */
  fragmented: 2,
  /** /16 network, 99.9 % full, free at its end. */
  full: 3,
  /** /32 with 200,000 × /56, contiguous from its start. */
  wide6: 4,
  access6: 5,
  /** Empty /12 container and a /16 pool with 50,000 addresses, for many concurrent clients. */
  contendedSubnets: 6,
  contendedPool: 7,
  access4: 8,
} as const

/** [id, net, parent, type, company] */
const fixed = [
  [nodes.root4, '10.0.0.0/8', null, 'container', 1],
  [nodes.fragmented, '10.0.0.0/12', nodes.root4, 'container', 1],
  [nodes.full, '10.16.0.0/16', nodes.root4, 'network', 1],
  [nodes.wide6, '2001:db8::/32', null, 'container', 1],
  [nodes.access6, '2001:db9::/32', null, 'container', 1],
  [nodes.contendedSubnets, '10.64.0.0/12', nodes.root4, 'container', 1],
  [nodes.contendedPool, '10.80.0.0/16', nodes.root4, 'pool', 1],
  [nodes.access4, '10.32.0.0/11', nodes.root4, 'container', 1],
] as const

const columns =
  'id, space_id, net, parent_id, parent_net, parent_hosts, parent_depth, hosts, type, usage_type, state, company_id, ancestor_ids, name, assign_len, policy, edges_cut, used_by_kind, used_by_id, used_by_label'
/** Nodes of a query that returns id, net, parent, type, company, state, service (null: none). */
const seed = (query: string) => `insert into subnet (${columns}) overriding system value
  select n.id, 1, n.net, p.id, p.net, p.hosts, coalesce(cardinality(p.ancestor_ids), 0), n.type <> 'container', n.type, case when n.service is null then 'infrastructure' else 'customer' end,
    n.state, n.company, c.ancestor_ids, case when n.service is null then 'Node ' || n.id else '' end, case n.type when 'container' then case family(n.net) when 4 then greatest(29, masklen(n.net)) else greatest(56, masklen(n.net)) end else ip_bits(n.net) end,
    case when n.type <> 'container' then 'lowest' when family(n.net) = 4 then 'best-fit' else 'sparse' end, false, case when n.service is not null then 'service' end, n.service, 'Line ' || n.service
  from (${query}) n (id, net, parent, type, company, state, service) join company c on c.id = n.company left join subnet p on p.id = n.parent`

const statements = [
  // 10.0.0.0/12: a /30 in every other half of a /29, then the rest except one /29.
  seed(
    `select 1000 + i, network(set_masklen('10.0.0.0'::inet + 8 * i, 30)), ${nodes.fragmented}, 'network', 1112 + i % 9000, 'assigned', i from generate_series(0, 113999) i`,
  ),
  seed(
    `select 900 + row_number() over (), net, ${nodes.fragmented}, 'container', 1, 'reserved', null::bigint from ip_cover('10.0.0.0'::inet + 8 * 114000, '10.15.255.247') net`,
  ),
  seed(
    `select 200000 + i, format('2001:db8:%s:%s::/56', to_hex(i >> 8), to_hex((i & 255) << 8))::cidr, ${nodes.wide6}, 'container', 1112 + i % 9000, 'assigned', 200000 + i from generate_series(0, 199999) i`,
  ),
  // Access: 32 × /16 of distributors with 256 networks each of their resellers.
  seed(
    `select 500 + i, format('10.%s.0.0/16', 32 + i)::cidr, ${nodes.access4}, 'container', 12 + i, 'reserved', null::bigint from generate_series(0, 31) i`,
  ),
  seed(
    `select 500000 + i * 256 + j, format('10.%s.%s.0/24', 32 + i, j)::cidr, 500 + i, 'network', 112 + i + 100 * (j % 10), 'reserved', null::bigint from generate_series(0, 31) i, generate_series(0, 255) j`,
  ),
  seed(
    `select 600000 + i, format('2001:db9:%s::/40', to_hex(i << 8))::cidr, ${nodes.access6}, 'container', 112 + i, 'reserved', null::bigint from generate_series(0, 255) i`,
  ),
  seed(
    `select 610000 + i * 64 + j, format('2001:db9:%s::/48', to_hex((i << 8) + j))::cidr, 600000 + i, 'container', 1112 + i + 1000 * (j % 9), 'assigned', 610000 + i * 64 + j from generate_series(0, 255) i, generate_series(0, 63) j`,
  ),
]

/** Addresses of a query that returns ip, node, company, service. */
const settle = (
  query: string,
) => `insert into address (space_id, ip, subnet_id, subnet_net, subnet_hosts, company_id, ancestor_ids, state, used_by_kind, used_by_id, used_by_label)
  select 1, a.ip, s.id, s.net, true, a.company, c.ancestor_ids, 'assigned', 'service', a.service, 'Line ' || a.service
  from (${query}) a (ip, node, company, service) join subnet s on s.id = a.node join company c on c.id = a.company`
const addresses = [
  settle(`select '10.16.0.0'::inet + i, ${nodes.full}, 1112 + i % 9000, 1000000 + i from generate_series(1, 65470) i`),
  settle(
    `select '10.80.0.0'::inet + i, ${nodes.contendedPool}, 1112 + i % 9000, 1100000 + i from generate_series(0, 49999) i`,
  ),
  settle(
    `select ip_first(n.net) + h, n.id, n.company_id, 2000000 + (n.id - 500000) * 100 + h from subnet n, generate_series(1, 96) h where n.id between 500000 and 508191 and random() < 0.8`,
  ),
]

/**
 * About a million subnets and addresses in the hierarchy of `seedHierarchy`, by set-based SQL without triggers; free
 * space and counters by the engine's own recomputation.
 * @param ownerUrl the database as its owner, a superuser
 */
export async function seedSpace(ownerUrl: string): Promise<{ subnets: number; addresses: number; free: number }> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      'set local session_replication_role = replica; set local statement_timeout = 0; set local jit = off; select setseed(0.42)',
    )
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where tablename in ('subnet', 'address') and indexname in ('subnet_search', 'address_search')`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const [id, net, parent, type, company] of fixed)
      await client.query(
        seed(`values ($1::bigint, $2::cidr, $3::bigint, $4::text, $5::bigint, 'reserved', null::bigint)`),
        [id, net, parent, type, company],
      )
    for (const statement of [...statements, ...addresses]) await client.query(statement)
    await client.query(`insert into ip_range (subnet_id, company_id, ancestor_ids, lo, hi, kind)
      select s.id, s.company_id, s.ancestor_ids, edge, edge, 'edge' from subnet s, unnest(array[ip_first(s.net), ip_last(s.net)]) edge where s.type = 'network' and masklen(s.net) < 31 and exists (select from address a where a.subnet_id = s.id)`)
    await client.query('analyze subnet; analyze address; analyze ip_range')
    await client.query(`insert into free_block (parent_id, net, plen) select id, net, masklen(net) from subnet s
      where not exists (select from subnet c where c.parent_id = s.id) and not exists (select from address a where a.subnet_id = s.id)`)
    await client.query('analyze free_block; set local enable_seqscan = off')
    await client.query(`update subnet s set used = ip_free_rebuild(s.id), edges_cut = s.type = 'network',
        child_count = (select count(*) from subnet c where c.parent_id = s.id and c.holds), address_count = (select count(*) from address a where a.subnet_id = s.id and a.holds),
        assigned = (select count(*) from address a where a.subnet_id = s.id and a.holds) + (select coalesce(sum(case c.state when 'assigned' then ip_size(c.net) else 0 end), 0) from subnet c where c.parent_id = s.id and c.holds)
      where not exists (select from free_block f where f.parent_id = s.id)`)
    await client.query(`insert into ip_holding (space_id, net, company_id, ancestor_ids, used_by_kind, used_by_id, used_by_label, subnet_id, valid)
      select space_id, net, company_id, ancestor_ids, used_by_kind, used_by_id, used_by_label, id, tstzrange(now() - interval '90 days', null) from subnet`)
    await client.query(`insert into ip_holding (space_id, net, company_id, ancestor_ids, used_by_kind, used_by_id, used_by_label, subnet_id, address_id, valid)
      select space_id, ip::cidr, company_id, ancestor_ids, used_by_kind, used_by_id, used_by_label, subnet_id, id, tstzrange(now() - interval '90 days', null) from address`)
    await client.query(`select setval(pg_get_serial_sequence('subnet', 'id'), (select max(id) from subnet))`)
    for (const { definition } of indexes) await client.query(definition)
    await client.query('commit')
    await client.query('vacuum analyze')
    // Flushes the new rows to disk before the measurement.
    await client.query('checkpoint')
    const { rows } = await client.query<{ subnets: number; addresses: number; free: number }>(
      'select (select count(*)::int from subnet) as subnets, (select count(*)::int from address) as addresses, (select count(*)::int from free_block) as free',
    )
    return rows[0]!
  } finally {
    await client.end()
  }
}

/**
 * The same rows in the layout of other tools, for the approaches that the panel does not use: containment by GiST,
 * gaps by scan.
 */
export async function seedNaive(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`
      create table naive_subnet as select id, net, used from subnet;
      create index on naive_subnet using gist (net inet_ops); create unique index on naive_subnet (net);
      create table naive_address as select ip, subnet_id from address;
      create unique index on naive_address (ip); create index on naive_address using gist (ip inet_ops);
      create function naive_take(pool cidr) returns inet language plpgsql as $$
      declare given inet;
      begin
        perform pg_advisory_xact_lock(1);
        select ip + 1 into given from (select ip, lead(ip) over (order by ip) as after from naive_address where ip between host(pool)::inet and ip_last(pool)) a
          where after is distinct from ip + 1 order by ip limit 1;
        insert into naive_address values (given, ${nodes.contendedPool});
        return given;
      end $$;
      grant select, insert on naive_subnet, naive_address to trunkline_app_all`)
    await client.query('vacuum analyze naive_subnet')
    await client.query('vacuum analyze naive_address')
  } finally {
    await client.end()
  }
}
