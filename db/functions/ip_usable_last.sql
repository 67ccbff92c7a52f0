-- Last address of a node that may be allocated: not an IPv4 network's broadcast address; see ip_usable_first.
create or replace function ip_usable_last(net cidr, type text) returns inet language sql immutable parallel safe
  as $$ select case when type = 'network' and family(net) = 4 and masklen(net) <= 30 then ip_last(net) - 1 else ip_last(net) end $$;
