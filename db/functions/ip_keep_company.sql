-- Trigger of company: a company that holds address space cannot be deleted.
create or replace function ip_keep_company()
  returns trigger
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  held jsonb := ip_held(array[new.id]);
begin
  if (held ->> 'count')::int > 0 then
    perform ip_refuse(409, null, format('%s still holds %s of address space. Take that back first.', new.name, case held ->> 'count' when '1' then '1 part' else (held ->> 'count') || ' parts' end), held);
  end if;
  return new;
end $$;
alter function ip_keep_company() owner to trunkline_app_all;
