-- Stores the dictionary of a FreeRADIUS if its hash differs from the stored one. Without attributes it only compares,
-- so that an unchanged dictionary is not sent. Returns whether the given dictionary differed.
-- Several FreeRADIUS hosts share one table: the last uploaded dictionary applies.
create or replace function panel.radius_dictionary(hash text, attributes jsonb default null)
  returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  stored text;
begin
  select d.hash into stored from radius_dictionary d for update;
  if stored = radius_dictionary.hash or attributes is null then return stored <> radius_dictionary.hash; end if;
  delete from radius_attribute a where not exists (select from jsonb_array_elements(attributes) g where g.value ->> 'name' = a.name);
  insert into radius_attribute as a select * from jsonb_populate_recordset(null::radius_attribute, attributes)
    on conflict (name) do update set vendor = excluded.vendor, number = excluded.number, path = excluded.path, type = excluded.type, length = excluded.length,
      overhead = excluded.overhead, values = excluded.values, has_tag = excluded.has_tag, encrypted = excluded.encrypted, source = excluded.source
      where a.* is distinct from excluded.*;
  update radius_dictionary d set hash = radius_dictionary.hash, loaded_at = now();
  return true;
end $$;
alter function panel.radius_dictionary(text, jsonb) owner to trunkline_app_all;
revoke execute on function panel.radius_dictionary(text, jsonb) from public;
grant execute on function panel.radius_dictionary(text, jsonb) to trunkline_radius;
