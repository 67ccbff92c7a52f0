-- Sessions and address records that had an address in `net` (one address, or a prefix) at some time from `since` to
-- `upto` (both inclusive; the end of a session is exclusive). Keys only, latest end first, at most `max` of them,
-- after the row (before_until, before_from, before_key). until_at is infinity while the address is in use.
-- Bypasses row security: the operators that search a prefix are not leakproof, so a policy would prevent the use of an index. The
-- caller's company is checked here, and again by row security when the caller reads the rows by these keys.
create or replace function panel.address_history(net inet, since timestamptz, upto timestamptz, port int, before_until timestamptz, before_from timestamptz, before_key text, max int)
  returns table (source text, uid text, id bigint, from_at timestamptz, until_at timestamptz, key text)
  language plpgsql stable rows 50 security definer set search_path = public, pg_temp as $$
declare
  ip4 boolean := family(net) = 4;
  one boolean := masklen(net) = case when family(net) = 4 then 32 else 128 end;
  -- Reports that change the address of a session write it to session_address: such a session is found only there.
  changed text := $q$not coalesce((select true from session_address x where x.uid = s.uid and x.kind = 'ipv4' limit 1), false)$q$;
  address_rows text := $q$
    (select 'address', a.uid, a.id, a.from_at, e.until_at, a.id::text
      from session_address a cross join lateral (select coalesce(a.until_at,
          -- An address whose session has ended is not in use, even if its own end was not recorded.
          (select max(c.stopped_at) from session_closed c where c.uid = a.uid and c.stopped_at >= a.from_at and not exists (select from session_live l where l.uid = a.uid)),
          'infinity') as until_at) e
      where %s and a.from_at <= $3 and (a.until_at is null or a.until_at > $2) and e.until_at > $2 and ($8 or array_position(a.ancestor_ids, $9) is not null)
        and (e.until_at, a.from_at, a.id::text) < ($5, $6, $7)
      order by e.until_at desc, a.from_at desc, a.id::text desc limit $10)$q$;
  parts text[] := '{}';
begin
  if ip4 then
    parts := array[
      format($q$(select 'live', s.uid, null::bigint, s.started_at, 'infinity'::timestamptz, s.uid from session_live s
        where %s and s.started_at <= $3 and ($8 or array_position(s.ancestor_ids, $9) is not null) and ('infinity'::timestamptz, s.started_at, s.uid) < ($5, $6, $7) and %s
        order by s.started_at desc, s.uid desc limit $10)$q$,
        case when one then 's.framed_ip = $1' else 's.framed_ip >= host($1)::inet and s.framed_ip <= host(broadcast($1))::inet' end, changed),
      format($q$(select 'closed', s.uid, null::bigint, s.started_at, s.stopped_at, s.uid from session_closed s
        where %s and s.started_at <= $3 and s.stopped_at > $2 and s.stopped_at <= $5 and ($8 or array_position(s.ancestor_ids, $9) is not null)
          and (s.stopped_at, s.started_at, s.uid) < ($5, $6, $7) and %s
        order by s.stopped_at desc, s.started_at desc, s.uid desc limit $10)$q$,
        case when one then 's.framed_ip = $1' else 's.framed_ip >= host($1)::inet and s.framed_ip <= host(broadcast($1))::inet' end, changed)];
  end if;
  if ip4 and one then
    parts := parts
      || format(address_rows, $q$a.kind = 'ipv4' and a.address = $1 and a.port_from is null$q$)
      || format(address_rows, case when port is null then $q$a.kind = 'cgn' and a.address = $1$q$
        else $q$a.kind = 'cgn' and a.address = $1 and a.port_from <= $4 and a.port_to >= $4$q$ end);
  else
    parts := parts || format(address_rows, case when one then 'a.address >>= $1' when port is null then 'a.address && $1'
      else 'a.address && $1 and (a.port_from is null or $4 between a.port_from and a.port_to)' end);
  end if;
  -- A custom plan for these values each time: it lets PostgreSQL prune partitions.
  return query execute 'select * from (' || array_to_string(parts, ' union all ') || ') f (source, uid, id, from_at, until_at, key)
      order by f.until_at desc, f.from_at desc, f.key desc limit $10'
    using net, since, upto, port, before_until, before_from, before_key, ip_sees_all(), current_company(), max;
end $$;
alter function panel.address_history(inet, timestamp with time zone, timestamp with time zone, integer, timestamp with time zone, timestamp with time zone, text, integer) owner to trunkline_app_all;
revoke execute on function panel.address_history(inet, timestamp with time zone, timestamp with time zone, integer, timestamp with time zone, timestamp with time zone, text, integer) from public;
grant execute on function panel.address_history(inet, timestamp with time zone, timestamp with time zone, integer, timestamp with time zone, timestamp with time zone, text, integer) to trunkline_app;
