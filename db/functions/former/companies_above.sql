-- The companies above the one that is set, itself included: whose offers it sees.
create or replace function companies_above() returns bigint[] language sql stable security definer set search_path = public, pg_temp as $$
  select lineage from company where id = current_company()
$$;
alter function companies_above() owner to trunkline_app_all;
