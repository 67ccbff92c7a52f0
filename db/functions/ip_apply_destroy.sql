-- Applies a plan: deletes a node with its contents.
create or replace function ip_apply_destroy(request jsonb) returns bigint[] language plpgsql as $$
begin
  perform ip_release_subnet((request ->> 'id')::bigint, 'destroy', false);
  return '{}';
end $$;
