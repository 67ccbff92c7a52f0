-- Reports nodes that only change their parent in one statement, instead of triggers row by row: to the audit
-- log and to the counter of assigned addresses. In effect until app.moves_told is off.
create or replace function ip_announce_moves(ids bigint[], from_node bigint, to_node bigint) returns void language plpgsql as $$
begin
  insert into audit_log (action, subject, object_id, object_label, company_id, actor_id, actor_name, impersonator_id, impersonator_name, ip, request_id, before, after)
    select 'update', 'subnets', id, net::text, company_id, nullif(current_setting('app.actor', true), '')::bigint, coalesce(nullif(current_setting('app.actor_name', true), ''), 'system'),
      nullif(current_setting('app.impersonator', true), '')::bigint, nullif(current_setting('app.impersonator_name', true), ''), nullif(current_setting('app.ip', true), ''),
      nullif(current_setting('app.request_id', true), ''), jsonb_build_object('parent_id', from_node), jsonb_build_object('parent_id', to_node)
    from subnet where id = any (ids) order by net;
  insert into ip_delta (subnet_id, assigned)
    select node, change * assigned from (select sum(case state when 'assigned' then ip_size(net) else assigned end) as assigned from subnet where id = any (ids)) s,
      (values (from_node, -1), (to_node, 1)) c (node, change) where node is not null and assigned <> 0;
  perform set_config('app.moves_told', 'on', true);
end $$;
