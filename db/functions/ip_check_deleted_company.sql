-- Trigger of company: a company that owns address space cannot be deleted.
create or replace function ip_check_deleted_company()
  returns trigger
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  held jsonb := ip_owned(array[new.id]);
begin
  if (held ->> 'count')::int > 0 then
    perform reject(409, null, 'company.holds_space', jsonb_build_object('company', new.name, 'count', held -> 'count'), held);
  end if;
  return new;
end $$;
alter function ip_check_deleted_company() owner to trunkline_app_all;
