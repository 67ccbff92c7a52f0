-- A MAC address in any notation: parts separated by colon or dash, leading zeros omitted, three groups separated by dot or dash
-- (Cisco, Huawei), bare hexadecimal, and a DHCP client identifier of type 1 (RFC 2132, 9.14). Null for any other text.
create or replace function panel.mac_address(value text) returns macaddr language plpgsql immutable parallel safe as $$
declare
  spelled text := lower(btrim(value));
  parts text[];
  digits text;
begin
  if spelled is null or spelled !~ '^[0-9a-f:.-]{12,23}$' then return null; end if;
  parts := regexp_split_to_array(spelled, '[:.-]');
  if cardinality(parts) = 7 and parts[1] in ('1', '01') then parts := parts[2:]; end if;
  if cardinality(parts) = 1 then
    digits := case when length(spelled) = 14 and left(spelled, 2) = '01' then substr(spelled, 3) else spelled end;
  elsif cardinality(parts) in (3, 6) then
    if exists (select from unnest(parts) p where length(p) not between 1 and 12 / cardinality(parts)) then return null; end if;
    select string_agg(lpad(p, 12 / cardinality(parts), '0'), '' order by i) into digits from unnest(parts) with ordinality t (p, i);
  end if;
  if digits !~ '^[0-9a-f]{12}$' then return null; end if;
  return digits::macaddr;
end $$;
alter function panel.mac_address(text) owner to trunkline_app_all;
revoke execute on function panel.mac_address(text) from public;
