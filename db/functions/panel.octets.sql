-- Digits as a number; null for an empty text.
create or replace function panel.octets(low text, high text) returns bigint language sql immutable parallel safe as $$
  select coalesce(nullif(low, '')::bigint, 0) + (coalesce(nullif(high, '')::bigint, 0) << 32)
$$;
alter function panel.octets(text, text) owner to trunkline_app_all;
revoke execute on function panel.octets(text, text) from public;
