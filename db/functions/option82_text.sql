-- An identifier of DHCP option 82 as displayed: text if all octets are printable ASCII, else 0x….
-- contract/src/resources/ipoe.ts parses it; text that it would parse as something else is written in hexadecimal.
create or replace function option82_text(octets bytea) returns text language sql immutable parallel safe set search_path = public, pg_temp as $$
  select case
    when encode(octets, 'hex') ~ '^(2[0-9a-f]|[3-6][0-9a-f]|7[0-9a-e])+$' and encode(octets, 'hex') !~ '^20|20$|^30[57]8' then convert_from(octets, 'UTF8')
    else '0x' || encode(octets, 'hex')
  end
$$;
