-- Applies a plan's request after ip_preview found no conflicts. Returns the ids of new nodes.
create or replace function ip_apply(request jsonb, looked jsonb) returns bigint[] language plpgsql as $$
begin
  return case request ->> 'operation' when 'split' then ip_apply_split(request) when 'merge' then ip_apply_merge(request) when 'resize' then ip_apply_resize(request)
    when 'move' then ip_apply_move(request) when 'cover' then ip_apply_cover(request, (looked -> 'nodes' ->> 0)::bigint) when 'lift' then ip_apply_lift(request) when 'destroy' then ip_apply_destroy(request) end;
end $$;
