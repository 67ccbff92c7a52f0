-- The same for octets in hexadecimal. The escape format changes only NUL, backslash and octets from 80 on.
create or replace function panel.octets_text(hex text) returns text language sql immutable parallel safe as $$
  select case when position('\' in encode(decode(hex, 'hex'), 'escape')) = 0 then encode(decode(hex, 'hex'), 'escape') else panel.escaped(decode(hex, 'hex')) end
$$;
alter function panel.octets_text(text) owner to trunkline_app_all;
revoke execute on function panel.octets_text(text) from public;
