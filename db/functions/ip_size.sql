-- Number of addresses in a prefix.
create or replace function ip_size(net inet) returns numeric language sql immutable parallel safe
  as $$ select case when ip_bits(net) - masklen(net) < 63 then (1::bigint << (ip_bits(net) - masklen(net)))::numeric else trunc(2::numeric ^ (ip_bits(net) - masklen(net))) end $$;
