-- First address of a node that may be allocated: not a network's own address, which in IPv6 is the subnet-router anycast
-- address (RFC 4291 2.6.1); /31, /32 (RFC 3021), /127, /128 (RFC 6164) and pools use all addresses.
create or replace function ip_usable_first(net cidr, type text) returns inet language sql immutable parallel safe
  as $$ select case when type = 'network' and masklen(net) <= ip_bits(net) - 2 then ip_first(net) + 1 else ip_first(net) end $$;
