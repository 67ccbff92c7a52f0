-- One change of a plan, as the browser shows it: the node's id (null: a new one), its prefix before and after, and a
-- note: a reason of contract/src/reasons with its parameters.
create or replace function ip_change(id bigint, before text, after text, reason text, params jsonb default '{}') returns jsonb language sql immutable
  as $$ select jsonb_build_object('id', id, 'before', before, 'after', after, 'note', jsonb_build_object('reason', reason, 'params', params)) $$;
