-- Applies a plan while the rows that it was made from are unchanged: immediately, or by a job if it writes more than 5,000.
-- The job (as_worker) acts as the company that planned, and changes nothing if the plan is already applied.
create or replace function ip_plan_apply(plan_id bigint, as_worker boolean default false)
  returns text
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  plan ip_plan;
  looked jsonb;
  moved boolean;
  result bigint[];
begin
  select * into plan from ip_plan where id = plan_id for update;
  if plan.id is null or not ip_sees(plan.ancestor_ids) then perform reject(404, null, 'row.missing', jsonb_build_object('kind', 'ip-plan')); end if;
  if as_worker then
    if not ip_sees_all() then perform reject(403, null, 'forbidden'); end if;
    if plan.state not in ('queued', 'running') then return plan.state; end if;
    perform set_config('app.company', plan.company_id::text, true), set_config('app.actor', coalesce(plan.actor_id::text, ''), true), set_config('app.actor_name', plan.created_by, true),
      set_config('app.scoped', case when cardinality(plan.ancestor_ids) > 1 then 'on' else '' end, true);
  elsif plan.state = 'done' then
    perform reject(409, null, 'plan.applied');
  elsif plan.state = 'failed' then
    perform reject(409, null, 'plan.failed');
  elsif plan.state <> 'planned' then
    perform reject(409, null, 'plan.running');
  end if;
  perform ip_lock_nodes(plan.outcome -> 'nodes');
  moved := exists (select from jsonb_each(plan.versions) where key <> 'contents' and value is distinct from (select to_jsonb(version) from subnet where id = key::bigint and holds));
  if not moved and not as_worker and (plan.outcome ->> 'as_job')::boolean then
    -- The job previews again; a request would have to wait for that.
    perform ip_reject_conflicts(plan.outcome, null);
    perform queue_job('run-ip-plan', jsonb_build_object('plan_id', plan.id), 'ip-plan:' || plan.id);
    update ip_plan set state = 'queued' where id = plan.id;
    return 'queued';
  end if;
  if not moved then
    looked := ip_preview(plan.request);
    moved := looked -> 'nodes' <> plan.outcome -> 'nodes' or looked -> 'contents' <> plan.versions -> 'contents';
  end if;
  if moved then
    perform reject(409, null, 'plan.outdated', '{}', '{"stale": true}');
  end if;
  perform ip_reject_conflicts(looked, null);
  result := ip_apply(plan.request, looked);
  update ip_plan set state = 'done', finished_at = clock_timestamp(), outcome = looked || jsonb_build_object('result_ids', to_jsonb(result)) where id = plan.id;
  return 'done';
end $$;
alter function ip_plan_apply(bigint, boolean) owner to trunkline_app_all;
