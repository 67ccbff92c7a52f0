-- Octets as text: UTF-8 where they are valid, else PostgreSQL's escape format (`caf\351\000z`).
create or replace function panel.escaped(octets bytea) returns text language plpgsql immutable parallel safe as $$
begin
  return convert_from(octets, 'UTF8');
exception when data_exception then
  return encode(octets, 'escape');
end $$;
alter function panel.escaped(bytea) owner to trunkline_app_all;
revoke execute on function panel.escaped(bytea) from public;
