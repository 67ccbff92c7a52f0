-- Advisory lock of one address of a node, for a transaction that allocates it: 732 beside a hash of both. Two addresses with
-- the same hash exclude each other, which is harmless.
create or replace function ip_address_key(node bigint, ip inet) returns int language sql immutable parallel safe
  return hashtext(node::text || ' ' || host(ip));
