-- Octets of an identifier, also if an access node writes them as hexadecimal text (0x0004…).
create or replace function panel.identifier_octets(hex text) returns bytea language sql immutable parallel safe as $$
  select case when octets is null or octets = '' then null
    when encode(octets, 'escape') ~ '^0[xX]([0-9A-Fa-f]{2})+$' then decode(substr(encode(octets, 'escape'), 3), 'hex') else octets end
  from (select decode(hex, 'hex') as octets) o
$$;
alter function panel.identifier_octets(text) owner to trunkline_app_all;
revoke execute on function panel.identifier_octets(text) from public;
