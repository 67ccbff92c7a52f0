-- Live contents of a node, for the detail of a rejection: the count, and the first 20.
create or replace function ip_owners(node bigint) returns jsonb language sql stable as $$
  with live as (
    (select 'subnet' as kind, id, net::text as net, name, net::inet as place from subnet where parent_id = node and holds and deleted_at is null)
    union all
    -- The automatically reserved gateway does not count.
    (select 'address', id, host(ip), coalesce(used_by_label, dns_name), ip from address where subnet_id = node and holds and deleted_at is null and not (is_gateway and state = 'reserved' and used_by_id is null)))
  select jsonb_build_object('count', (select count(*) from live), 'subnets', (select count(*) from live where kind = 'subnet'), 'addresses', (select count(*) from live where kind = 'address'),
    'holders', coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'net', net, 'name', name) order by place) from (select * from live order by place limit 20) f), '[]'))
$$;
