-- The lock of one address of a node, for whoever is about to take it: 732 beside a hash of both. Two that share a hash
-- pass each other by.
create or replace function ip_address_key(node bigint, ip inet) returns int language sql immutable parallel safe
  return hashtext(node::text || ' ' || host(ip));
