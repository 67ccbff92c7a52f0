-- A number of the packet, at most `high`; null if absent or invalid.
create or replace function panel.number(value text, high bigint) returns bigint language sql immutable parallel safe as $$
  select case when value ~ '^[0-9]{1,18}$' then least(value::bigint, high) end
$$;
alter function panel.number(text, bigint) owner to trunkline_app_all;
revoke execute on function panel.number(text, bigint) from public;
