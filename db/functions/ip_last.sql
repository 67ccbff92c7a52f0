-- Last address of a prefix, at full length.
create or replace function ip_last(net inet) returns inet language sql immutable parallel safe
  as $$ select set_masklen(broadcast(net), ip_bits(net)) $$;
