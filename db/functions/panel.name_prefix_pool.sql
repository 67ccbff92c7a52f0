-- A service that references an IPv6 pool opens it, if it is not open yet.
create or replace function panel.name_prefix_pool() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.framed_ipv6_method = 'pool' and new.framed_ipv6_subnet_id is not null then
    perform panel.open_prefix_pool(new.framed_ipv6_subnet_id, 64, 'framed_ipv6_subnet_id');
  end if;
  if new.delegated_ipv6_method = 'pool' and new.ipv6_subnet_id is not null then
    perform panel.open_prefix_pool(new.ipv6_subnet_id, 56, 'ipv6_subnet_id');
  end if;
  return null;
end $$;
alter function panel.name_prefix_pool() owner to trunkline_app_all;
revoke execute on function panel.name_prefix_pool() from public;
