-- Trigger of app_user: announce_rows for changes that increment the version. "Last seen" changes often and is not announced.
create or replace function announce_users() returns trigger language plpgsql as $$
declare
  ids bigint[];
  companies bigint[];
begin
  select array_agg(n.id), array_agg(distinct n.company_id) into ids, companies
    from new_rows n join old_rows o on o.id = n.id where n.version <> o.version;
  if ids is null then return null; end if;
  if cardinality(ids) > 100 then ids := '{}'; end if;
  if cardinality(companies) > 100 then companies := '{}'; end if;
  perform pg_notify('trunkline_changed', json_build_object('subject', 'users', 'ids', ids, 'companies', companies)::text);
  return null;
end $$;
