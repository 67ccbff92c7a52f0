-- Hexadecimal octets of a text in UTF-8; empty for null.
create or replace function panel.text_octets(value text) returns text language sql immutable parallel safe as $$
  select encode(convert_to(coalesce(value, ''), 'UTF8'), 'hex')
$$;
alter function panel.text_octets(text) owner to trunkline_app_all;
revoke execute on function panel.text_octets(text) from public;
