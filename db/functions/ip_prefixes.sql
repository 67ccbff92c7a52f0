-- Every prefix that contains it, the longest last: what `net = any (…)` is asked with where row security makes a walk dear.
create or replace function ip_prefixes(net inet) returns cidr[] language sql immutable parallel safe
  as $$ select array(select network(set_masklen(net, k)) from generate_series(0, masklen(net)) k) $$;
