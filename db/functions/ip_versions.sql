-- Versions of nodes by id: a plan can be applied while they are unchanged.
create or replace function ip_versions(nodes jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(id, version), '{}') from subnet where id in (select i::bigint from jsonb_array_elements_text(nodes) i) and holds
$$;
