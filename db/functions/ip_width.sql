-- Number of addresses from lo to hi. (The difference of two inet is a bigint, too small for IPv6.)
create or replace function ip_width(lo inet, hi inet) returns numeric language sql immutable parallel safe
  as $$ select coalesce(sum(ip_size(block)), 0) from ip_cover(lo, hi) block $$;
