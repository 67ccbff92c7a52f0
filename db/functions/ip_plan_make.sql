-- Previews a change and stores the result. Does not change the tree.
create or replace function ip_plan_make(request jsonb, by text default '')
  returns bigint
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  looked jsonb := ip_preview(request);
  made bigint;
begin
  insert into ip_plan (company_id, created_by, actor_id, operation, request, outcome, versions)
    values (coalesce(nullif(current_company(), 0), (select id from company where parent_id is null)), by, nullif(current_setting('app.actor', true), '')::bigint,
      request ->> 'operation', request, looked, ip_versions(looked -> 'nodes') || jsonb_build_object('contents', looked -> 'contents'))
    returning id into made;
  return made;
end $$;
alter function ip_plan_make(jsonb, text) owner to trunkline_app_all;
