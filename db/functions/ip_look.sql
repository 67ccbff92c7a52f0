-- What a plan's request would change and what stands in its way; changes nothing. The keys of the result: see ip_plan_make.
create or replace function ip_look(request jsonb) returns jsonb language plpgsql as $$
begin
  return case request ->> 'operation' when 'split' then ip_look_split(request) when 'merge' then ip_look_merge(request) when 'resize' then ip_look_resize(request)
    when 'move' then ip_look_move(request) when 'cover' then ip_look_cover(request) when 'lift' then ip_look_lift(request) when 'destroy' then ip_look_destroy(request) end;
end $$;
