-- Sub-option of DHCP option 82 (RFC 3046): number, length, octets. Null: absent, or the option is malformed.
create or replace function panel.option82_part(octets bytea, number int) returns bytea language plpgsql immutable parallel safe as $$
declare
  at int := 0;
  size int;
begin
  while at + 2 <= octet_length(octets) loop
    size := get_byte(octets, at + 1);
    if at + 2 + size > octet_length(octets) then return null; end if;
    if get_byte(octets, at) = number then return nullif(substr(octets, at + 3, size), ''); end if;
    at := at + 2 + size;
  end loop;
  return null;
end $$;
alter function panel.option82_part(bytea, integer) owner to trunkline_app_all;
revoke execute on function panel.option82_part(bytea, integer) from public;
