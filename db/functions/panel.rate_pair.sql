-- The first part of Mikrotik-Rate-Limit, rx/tx; rx is from the customer. Null: unlimited.
-- Only immutable operators (`int || text` and format() are not), so that PostgreSQL inlines it.
create or replace function panel.rate_pair(up int, down int) returns text language sql immutable parallel safe as $$
  select case when up is not null or down is not null then coalesce(up::text || 'k', '0') || '/' || coalesce(down::text || 'k', '0') end
$$;
alter function panel.rate_pair(integer, integer) owner to trunkline_app_all;
revoke execute on function panel.rate_pair(integer, integer) from public;
