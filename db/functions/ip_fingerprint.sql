-- A fingerprint of a node's direct contents, which changes with any of its rows.
create or replace function ip_fingerprint(ids bigint[]) returns text language sql stable as $$
  select md5(coalesce((select string_agg(id || ':' || version, ',' order by id) from subnet where parent_id = any (ids) and holds), '') || ';' ||
    coalesce((select count(*) || ':' || sum(version) || ':' || max(id) from address where subnet_id = any (ids) and holds), '') || ';' ||
    coalesce((select count(*) || ':' || sum(version) || ':' || max(id) from ip_range where subnet_id = any (ids) and kind <> 'edge'), ''))
$$;
