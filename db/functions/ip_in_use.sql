-- Conflicts of a plan with a node that is used as a whole or held for a time; an empty array if there are none.
create or replace function ip_in_use(n subnet) returns jsonb language sql stable as $$
  select case when n.used_by_kind is not null then ip_conflict('subnet.assigned', jsonb_build_object('net', n.net, 'kind', n.used_by_kind, 'name', coalesce(nullif(n.used_by_label, ''), '#' || n.used_by_id)), n.net::text, n.id)
    when n.state = 'held' then ip_conflict('subnet.held', jsonb_build_object('net', n.net), n.net::text, n.id) else '[]' end
$$;
