-- Ancestors of the current company, itself included: it sees what they share.
create or replace function ancestor_companies() returns bigint[] language sql stable security definer set search_path = public, pg_temp as $$
  select ancestor_ids from company where id = current_company()
$$;
alter function ancestor_companies() owner to trunkline_app_all;
