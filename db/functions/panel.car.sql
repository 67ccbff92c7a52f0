-- Cisco's committed access rate: normal burst 1.5 s of the rate in bytes, extended burst twice that.
create or replace function panel.car(way text, kbits int) returns text language sql immutable parallel safe as $$
  select format('lcp:interface-config=rate-limit %s %s %s %s conform-action transmit exceed-action drop', way,
    kbits::bigint * 1000, greatest(8000, kbits::bigint * 1000 * 3 / 16), greatest(16000, kbits::bigint * 1000 * 3 / 8))
$$;
alter function panel.car(text, integer) owner to trunkline_app_all;
revoke execute on function panel.car(text, integer) from public;
