-- The companies above the one that is set, itself included: whose offers it sees.
create or replace function ancestor_companies() returns bigint[] language sql stable security definer set search_path = public, pg_temp as $$
  select ancestor_ids from company where id = current_company()
$$;
alter function ancestor_companies() owner to trunkline_app_all;
