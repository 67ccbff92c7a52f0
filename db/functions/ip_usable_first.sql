-- First address of a node that may be handed out: a network's own address may not, which is the subnet-router anycast of
-- IPv6 (RFC 4291 2.6.1); /31, /32 (RFC 3021), /127, /128 (RFC 6164) and pools give all.
create or replace function ip_usable_first(net cidr, type text) returns inet language sql immutable parallel safe
  as $$ select case when type = 'network' and masklen(net) <= ip_bits(net) - 2 then ip_first(net) + 1 else ip_first(net) end $$;
