-- The blocks of a prefix that remain without a prefix inside it, the smallest first.
create or replace function ip_rest(outer_net cidr, inner_net cidr) returns cidr[] language sql immutable
  as $$ select array(select ip_buddy(set_masklen(inner_net, len)) from generate_series(masklen(inner_net), masklen(outer_net) + 1, -1) len) $$;
