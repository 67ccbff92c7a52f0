-- What stands in the way of a plan, as an array of one: the message, the prefix and the id of the node concerned.
create or replace function ip_conflict(sentence text, net text default null, id bigint default null) returns jsonb language sql immutable
  as $$ select jsonb_build_array(jsonb_build_object('message', sentence, 'net', net, 'id', id)) $$;
