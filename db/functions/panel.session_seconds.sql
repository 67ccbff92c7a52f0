-- Duration of a session in seconds: at most ten years, null if absent.
create or replace function panel.session_seconds(value text) returns bigint language sql immutable parallel safe
  as $$ select panel.number(value, 315360000) $$;
alter function panel.session_seconds(text) owner to trunkline_app_all;
revoke execute on function panel.session_seconds(text) from public;
