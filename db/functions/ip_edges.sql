-- The addresses of a prefix that are never allocated.
create or replace function ip_edges(net cidr, type text) returns cidr[] language sql immutable as $$
  select case when type <> 'network' or masklen(net) > ip_bits(net) - 2 then '{}' when family(net) = 6 then array[ip_first(net)::cidr] else array[ip_first(net)::cidr, ip_last(net)::cidr] end
$$;
