-- The same for user names, which are unique in the installation.
create or replace function usernames_used(names text[]) returns setof bigint language sql stable security definer set search_path = public, pg_temp as $$
  select w.at from unnest(names) with ordinality w(name, at)
    where exists (select from service s where s.username = w.name and s.deleted_at is null)
$$;
alter function usernames_used(text[]) owner to trunkline_app_all;
revoke execute on function usernames_used(text[]) from public;
grant execute on function usernames_used(text[]) to trunkline_app;
