-- A conflict of a plan, as an array of one: a reason of contract/src/reasons with its parameters, the prefix and the id of
-- the node concerned.
create or replace function ip_conflict(reason text, params jsonb, net text default null, id bigint default null) returns jsonb language sql immutable
  as $$ select jsonb_build_array(jsonb_build_object('reason', reason, 'params', params, 'net', net, 'id', id)) $$;
