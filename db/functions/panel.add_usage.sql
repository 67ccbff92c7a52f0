-- Adds bytes to the days (UTC) between two reports, in proportion to time: a session over midnight counts on both.
create or replace function panel.add_usage(service bigint, since timestamptz, until timestamptz, sent bigint, received bigint) returns void language plpgsql as $$
#variable_conflict use_variable
declare
  first date := (greatest(since, until - interval '40 days') at time zone 'UTC')::date;
  last date := (until at time zone 'UTC')::date;
  span numeric;
  part numeric;
  sent_before bigint := 0;
  received_before bigint := 0;
begin
  if first >= last then
    insert into usage_by_day as u (service_id, day, in_octets, out_octets) values (service, last, sent, received)
      on conflict (service_id, day) do update set in_octets = u.in_octets + excluded.in_octets, out_octets = u.out_octets + excluded.out_octets;
    return;
  end if;
  since := greatest(since, until - interval '40 days');
  span := extract(epoch from until - since);
  for one in 0..last - first loop
    -- The usage up to the end of this day, minus that of the days before: rounding loses nothing.
    part := least(1, extract(epoch from ((first + one + 1)::timestamp at time zone 'UTC') - since) / span);
    insert into usage_by_day as u (service_id, day, in_octets, out_octets)
      values (service, first + one, floor(sent * part) - sent_before, floor(received * part) - received_before)
      on conflict (service_id, day) do update set in_octets = u.in_octets + excluded.in_octets, out_octets = u.out_octets + excluded.out_octets;
    sent_before := floor(sent * part);
    received_before := floor(received * part);
  end loop;
end $$;
alter function panel.add_usage(bigint, timestamp with time zone, timestamp with time zone, bigint, bigint) owner to trunkline_app_all;
revoke execute on function panel.add_usage(bigint, timestamp with time zone, timestamp with time zone, bigint, bigint) from public;
