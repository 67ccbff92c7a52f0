-- The first addresses of a network that its category reserves, as ranges around the gateway, which has a row of its own.
create or replace function ip_category_reserve(node subnet) returns table (lo inet, hi inet) language sql stable as $$
  with first as (
    select ip_usable_first(node.net, node.type) as lo, ip_usable_last(node.net, node.type) as hi, c.reserve_first as back
    from subnet_category c where c.id = node.category_id and c.reserve_first > 0
      and node.type = 'network' and masklen(node.net) <= ip_bits(node.net) - 2),
  whole as (select f.lo, case when ip_size(node.net) - 2 <= f.back then f.hi else f.lo + (f.back - 1) end as hi from first f),
  part as (
    select w.lo, w.hi from whole w where node.gateway is null or not node.gateway between w.lo and w.hi
    union all
    select w.lo, node.gateway - 1 from whole w where node.gateway between w.lo and w.hi
    union all
    select node.gateway + 1, w.hi from whole w where node.gateway between w.lo and w.hi)
  select p.lo, p.hi from part p where p.lo <= p.hi order by p.lo
$$;
