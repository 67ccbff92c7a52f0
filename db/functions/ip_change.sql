-- One change of a plan, as the screen shows it: the node's id (null: a new one), its prefix before and after, and a note.
create or replace function ip_change(id bigint, before text, after text, note text) returns jsonb language sql immutable
  as $$ select jsonb_build_object('id', id, 'before', before, 'after', after, 'note', note) $$;
