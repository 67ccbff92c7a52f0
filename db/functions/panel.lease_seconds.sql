-- Three report intervals, and a minute of grace.
create or replace function panel.lease_seconds(interim int) returns int language sql immutable parallel safe
  as $$ select 3 * interim + 60 $$;
alter function panel.lease_seconds(integer) owner to trunkline_app_all;
revoke execute on function panel.lease_seconds(integer) from public;
