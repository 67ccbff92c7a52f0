-- Every prefix that contains it, the longest last: for `net = any (…)`, because row security makes a tree walk expensive.
create or replace function ip_prefixes(net inet) returns cidr[] language sql immutable parallel safe
  as $$ select array(select network(set_masklen(net, k)) from generate_series(0, masklen(net)) k) $$;
