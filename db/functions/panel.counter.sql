-- The new value of a 64-bit counter. `low`: the 32 bits of the packet; `high`: its gigawords, null if the NAS sends none
-- (RFC 2869, 5.1). Without gigawords a counter that falls while the session time grows has wrapped; a packet with a smaller
-- session time is late and changes nothing. Values above 2^52 octets are invalid.
create or replace function panel.counter(was bigint, was_seconds bigint, low bigint, high bigint, seconds bigint)
  returns bigint
  language sql immutable parallel safe as $$
  select case
    when low is null then was
    when high is not null then greatest(was, low + (least(high, 1048575) << 32))
    when seconds < was_seconds then was
    when (was & 4294967295) <= low then (was & ~4294967295) + low
    when seconds > was_seconds then least((was & ~4294967295) + 4294967296 + low, 4503599627370495)
    else was end
$$;
alter function panel.counter(bigint, bigint, bigint, bigint, bigint) owner to trunkline_app_all;
revoke execute on function panel.counter(bigint, bigint, bigint, bigint, bigint) from public;
