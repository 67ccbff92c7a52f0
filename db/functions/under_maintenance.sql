-- Whether a subject is in maintenance now.
create or replace function under_maintenance(companies bigint[], site bigint, device bigint) returns boolean language sql stable as $$
  select exists (select from maintenance_cover(companies, site, device))
$$;
