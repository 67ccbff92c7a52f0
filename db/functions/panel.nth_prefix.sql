-- The nth prefix of a length inside a network, from 0. Computed on octets, because no integer type has 128 bits.
create or replace function panel.nth_prefix(net cidr, length int, number bigint) returns cidr language plpgsql immutable parallel safe as $$
declare
  bits text := right(lpad(number::bit(64)::text, 128, '0'), length - masklen(net));
  -- inet_send: family, length, a flag, size, then the octets of the address.
  octets bytea := substr(inet_send(net::inet), 5);
  place int;
begin
  for i in 1..length(bits) loop
    if substr(bits, i, 1) = '1' then
      place := masklen(net) + i - 1;
      octets := set_byte(octets, place / 8, get_byte(octets, place / 8) | (128 >> (place % 8)));
    end if;
  end loop;
  return ((select string_agg(encode(substr(octets, 1 + 2 * i, 2), 'hex'), ':' order by i) from generate_series(0, 7) i) || '/' || nth_prefix.length)::cidr;
end $$;
alter function panel.nth_prefix(cidr, integer, bigint) owner to trunkline_app_all;
revoke execute on function panel.nth_prefix(cidr, integer, bigint) from public;
