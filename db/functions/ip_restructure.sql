-- Applies a change immediately, without a stored plan. `most`: maximum number of rows.
create or replace function ip_restructure(request jsonb, most bigint default 5000, field text default null)
  returns table (ids bigint[], rows bigint)
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  looked jsonb := ip_preview(request);
  again jsonb;
begin
  perform ip_reject_conflicts(looked, field);
  if (looked ->> 'rows')::bigint > most then
    perform reject(409, field, 'plan.required', jsonb_build_object('rows', looked -> 'rows'), jsonb_build_object('rows', looked -> 'rows'));
  end if;
  for attempt in 1..3 loop
    perform ip_lock_nodes(looked -> 'nodes');
    again := ip_preview(request);
    exit when again -> 'nodes' = looked -> 'nodes';
    if attempt = 3 then perform reject(409, field, 'request.busy'); end if;
    looked := again;
  end loop;
  perform ip_reject_conflicts(again, field);
  return query select ip_apply(request, again), (again ->> 'rows')::bigint;
end $$;
alter function ip_restructure(jsonb, bigint, text) owner to trunkline_app_all;
