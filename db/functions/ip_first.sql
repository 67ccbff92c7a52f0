-- First address of a prefix, at full length.
create or replace function ip_first(net inet) returns inet language sql immutable parallel safe
  as $$ select set_masklen(network(net)::inet, ip_bits(net)) $$;
