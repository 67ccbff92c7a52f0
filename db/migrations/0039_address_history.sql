-- Retrying dead letters, and the lookup behind "who had this address at this time".

-- Dead letters -------------------------------------------------------------------------------------------------------
-- Rows written before these columns existed: the SQLSTATE stood before the message, login and NAS in the arguments.
update acct_dead_letter set
    sqlstate = left(error, 5),
    error = substr(error, 7),
    login = coalesce(arguments ->> 'login', ''),
    nas_id = case when arguments ->> 'nas' ~ '^\d{1,18}$' then (arguments ->> 'nas')::bigint end
  where sqlstate = '' and error ~ '^[0-9A-Z]{5} ';
grant usage on sequence acct_dead_letter_id_seq to trunkline_app_all;

grant create on schema panel to trunkline_app_all;

-- Stores a dead letter's accounting record again. Answers '' when it was stored (the row is deleted), the new error when
-- it was not (the row has it, and counts the try), and null when there is no such row.
create function panel.retry_dead_letter(id bigint) returns text language plpgsql as $$
#variable_conflict use_variable
declare
  letter acct_dead_letter;
  a jsonb;
  mark bigint;
  state text := '';
  message text := '';
begin
  select d.* into letter from acct_dead_letter d where d.id = retry_dead_letter.id for update;
  if not found then return null; end if;
  if letter.kind <> 'accounting' then return 'Only accounting records can be retried.'; end if;
  a := letter.arguments;
  -- radius_acct catches errors of a record itself and writes a dead letter. Its id is the last one that this connection
  -- drew from the sequence; comparing it with a value drawn before shows whether there is one.
  mark := nextval('acct_dead_letter_id_seq');
  begin
    perform panel.radius_acct(type => a ->> 'type', uid => a ->> 'uid', session_id => a ->> 'session_id', login => a ->> 'login', nas => a ->> 'nas', src_ip => a ->> 'src_ip',
      port => a ->> 'port', calling => a ->> 'calling', called => a ->> 'called', ip => a ->> 'ip', ipv6_prefix => a ->> 'ipv6_prefix', delegated_prefix => a ->> 'delegated_prefix',
      at => (a ->> 'at')::bigint, secs => a ->> 'secs', in_octets => a ->> 'in_octets', in_gigawords => a ->> 'in_gigawords', out_octets => a ->> 'out_octets',
      out_gigawords => a ->> 'out_gigawords', cause => a ->> 'cause');
  exception when data_exception or integrity_constraint_violation or syntax_error_or_access_rule_violation or raise_exception then
    state := sqlstate;
    message := sqlerrm;
  end;
  if state = '' and currval('acct_dead_letter_id_seq') <> mark then
    delete from acct_dead_letter d where d.id = currval('acct_dead_letter_id_seq')
      returning coalesce(nullif(d.sqlstate, ''), left(d.error, 5)), case when d.sqlstate = '' then substr(d.error, 7) else d.error end into state, message;
  end if;
  if state = '' then
    delete from acct_dead_letter d where d.id = letter.id;
    return '';
  end if;
  update acct_dead_letter d set sqlstate = state, error = message, retries = d.retries + 1, retried_at = clock_timestamp() where d.id = letter.id;
  return message;
end $$;

-- Address history ----------------------------------------------------------------------------------------------------
-- In place of (framed_ip, stopped_at): whether a session had begun by the time in question is decided in the index, so
-- an address that thousands of sessions have had costs one visit of the table for each session that matches. The number
-- of indexes stays the same; an entry grows from 24 to 32 bytes.
create index session_closed_ip_times on session_closed (framed_ip, stopped_at desc, started_at);
drop index session_closed_ip;
-- One public address of a carrier-grade NAT has a block for each of its customers: the port is decided in the index.
-- Written for port blocks and for IPv4 addresses that changed within a session, not for IPv6.
create index session_address_ipv4 on session_address (address, port_from, port_to, from_at) where kind in ('ipv4', 'cgn');

-- Sessions and address records that had an address in `net` (one address, or a prefix) at some time from `since` to
-- `upto` (both included; the end of a session is not part of it). Keys only, latest end first, at most `max` of them,
-- behind the row (before_until, before_from, before_key). until_at is infinity while the address is in use.
-- Past row security: the operators that search a prefix are not leakproof, so no index would serve them beneath it. The
-- caller's company is checked here, and again by row security where the caller reads the rows by these keys.
create function panel.address_history(net inet, since timestamptz, upto timestamptz, port int, before_until timestamptz, before_from timestamptz, before_key text, max int)
  returns table (source text, uid text, id bigint, from_at timestamptz, until_at timestamptz, key text) language plpgsql stable rows 50 as $$
declare
  ip4 boolean := family(net) = 4;
  one boolean := masklen(net) = case when family(net) = 4 then 32 else 128 end;
  -- Reports that change the address of a session write it to session_address: such a session is found there alone.
  changed text := $q$not coalesce((select true from session_address x where x.uid = s.uid and x.kind = 'ipv4' limit 1), false)$q$;
  address_rows text := $q$
    (select 'address', a.uid, a.id, a.from_at, e.until_at, a.id::text
      from session_address a cross join lateral (select coalesce(a.until_at,
          -- An address whose session has ended is not in use, even where its own end was not written.
          (select max(c.stopped_at) from session_closed c where c.uid = a.uid and c.stopped_at >= a.from_at and not exists (select from session_live l where l.uid = a.uid)),
          'infinity') as until_at) e
      where %s and a.from_at <= $3 and (a.until_at is null or a.until_at > $2) and e.until_at > $2 and ($8 or array_position(a.lineage, $9) is not null)
        and (e.until_at, a.from_at, a.id::text) < ($5, $6, $7)
      order by e.until_at desc, a.from_at desc, a.id::text desc limit $10)$q$;
  parts text[] := '{}';
begin
  if ip4 then
    parts := array[
      format($q$(select 'live', s.uid, null::bigint, s.started_at, 'infinity'::timestamptz, s.uid from session_live s
        where %s and s.started_at <= $3 and ($8 or array_position(s.lineage, $9) is not null) and ('infinity'::timestamptz, s.started_at, s.uid) < ($5, $6, $7) and %s
        order by s.started_at desc, s.uid desc limit $10)$q$,
        case when one then 's.framed_ip = $1' else 's.framed_ip >= host($1)::inet and s.framed_ip <= host(broadcast($1))::inet' end, changed),
      format($q$(select 'closed', s.uid, null::bigint, s.started_at, s.stopped_at, s.uid from session_closed s
        where %s and s.started_at <= $3 and s.stopped_at > $2 and s.stopped_at <= $5 and ($8 or array_position(s.lineage, $9) is not null)
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
  -- Planned for these values each time: with them PostgreSQL knows which months it need not look into.
  return query execute 'select * from (' || array_to_string(parts, ' union all ') || ') f (source, uid, id, from_at, until_at, key)
      order by f.until_at desc, f.from_at desc, f.key desc limit $10'
    using net, since, upto, port, before_until, before_from, before_key, ip_everything(), current_company(), max;
end $$;

-- Months -------------------------------------------------------------------------------------------------------------
-- As before, and for session_address too. An address may be in use for longer than history is kept: what ended within
-- the time that is kept, or has not ended, moves to the rest before its month is dropped.
create or replace function panel.keep_months(months int) returns table (made int, dropped int) language plpgsql as $$
declare
  t record;
  part text;
  month date;
  old record;
  oldest date := date_trunc('month', now() at time zone 'UTC')::date - make_interval(months => months);
begin
  made := 0;
  dropped := 0;
  for t in select * from (values ('session_closed', 'stopped_at'), ('auth_log', 'at'), ('session_address', 'from_at')) as t (name, at) loop
    for month in select date_trunc('month', now() at time zone 'UTC')::date + make_interval(months => i) from generate_series(-1, 3) i loop
      part := t.name || to_char(month, '_YYYY_MM');
      continue when to_regclass('public.' || part) is not null;
      execute format('create table public.%I (like public.%I including defaults including constraints)', part, t.name);
      execute format('with moved as (delete from public.%I where %I >= %L and %I < %L returning *) insert into public.%I select * from moved',
        t.name || '_rest', t.at, month || ' 00:00Z', t.at, (month + interval '1 month')::date || ' 00:00Z', part);
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', t.name, part, month || ' 00:00Z', (month + interval '1 month')::date || ' 00:00Z');
      made := made + 1;
    end loop;
    for old in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = ('public.' || t.name)::regclass and c.relname ~ '_\d{4}_\d{2}$' and to_date(right(c.relname, 7), 'YYYY_MM') < oldest
    loop
      if t.name = 'session_address' then
        execute format('alter table public.session_address detach partition public.%I', old.relname);
        execute format('insert into public.session_address overriding system value select * from public.%I where until_at is null or until_at >= %L', old.relname, oldest || ' 00:00Z');
      end if;
      execute format('drop table public.%I', old.relname);
      dropped := dropped + 1;
    end loop;
  end loop;
  delete from public.session_address_rest where until_at < oldest::timestamp at time zone 'UTC';
  return next;
end $$;
select panel.keep_months(13);

-- Rights -------------------------------------------------------------------------------------------------------------
do $$
declare
  f record;
begin
  for f in select oid::regprocedure as name, proname from pg_proc where pronamespace = 'panel'::regnamespace and proname in ('retry_dead_letter', 'address_history') loop
    execute format('revoke execute on function %s from public', f.name);
    execute format('alter function %s owner to trunkline_app_all', f.name);
    if f.proname = 'address_history' then
      execute format('alter function %s security definer set search_path = public, pg_temp', f.name);
      execute format('grant execute on function %s to trunkline_app', f.name);
    end if;
  end loop;
end $$;
revoke create on schema panel from trunkline_app_all;
