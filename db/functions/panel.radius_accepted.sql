-- For FreeRADIUS hosts whose configuration was written before this version.
create or replace function panel.radius_accepted(service text, nas text, calling text, session_limit text, interim text, pools text, framed_pools text, delegated_pools text, signed text)
  returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  result text := panel.radius_reserve($1, $2, $3, $4, $5, $6, $7, $8);
begin
  if left(result, 2) = 'OK' then perform panel.radius_logged($1, $2, $3, $9); end if;
  return result;
end $$;
alter function panel.radius_accepted(text, text, text, text, text, text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_accepted(text, text, text, text, text, text, text, text, text) from public;
grant execute on function panel.radius_accepted(text, text, text, text, text, text, text, text, text) to trunkline_radius;
