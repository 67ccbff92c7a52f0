-- The changes and the conflicts of a plan's request; changes nothing. The keys of the result: see ip_plan_make.
create or replace function ip_preview(request jsonb) returns jsonb language plpgsql as $$
begin
  return case request ->> 'operation' when 'split' then ip_preview_split(request) when 'merge' then ip_preview_merge(request) when 'resize' then ip_preview_resize(request)
    when 'move' then ip_preview_move(request) when 'cover' then ip_preview_cover(request) when 'lift' then ip_preview_lift(request) when 'destroy' then ip_preview_destroy(request) end;
end $$;
