-- Carries out a plan's request after ip_look found nothing in the way. Returns the ids of new nodes.
create or replace function ip_do(request jsonb, looked jsonb) returns bigint[] language plpgsql as $$
begin
  return case request ->> 'operation' when 'split' then ip_do_split(request) when 'merge' then ip_do_merge(request) when 'resize' then ip_do_resize(request)
    when 'move' then ip_do_move(request) when 'cover' then ip_do_cover(request, (looked -> 'nodes' ->> 0)::bigint) when 'lift' then ip_do_lift(request) when 'destroy' then ip_do_destroy(request) end;
end $$;
