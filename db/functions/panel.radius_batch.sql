-- Stores the lines of a file that FreeRADIUS wrote, in order, from where a previous call with the same `source` ended. Fields are
-- separated by `|`, strings in hexadecimal:
--   a|service|nas|calling|signed|at|microseconds   an accepted login
--   r|uid|session_id|login|nas|src_ip|port|calling|called|ip|ipv6_prefix|ipv6_address|delegated_prefix|cgn|service|at|secs|in_octets|in_gigawords|out_octets|out_gigawords|received|microseconds
-- A truncated last line is left for the next call. A line of neither kind, as a full disk may cause, is
-- skipped and counted in `malformed`. `octets`: octets of the file that are stored now.
create or replace function panel.radius_batch(source text, lines text, out octets bigint, out malformed int)
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  stored bigint;
  login_line constant text := '^a\|\d{1,18}\|\d{1,18}\|([0-9a-f]{2})*\|[a-z]*\|\d{1,12}\|\d{1,6}$';
  whole text := left(lines, length(lines) - coalesce(nullif(position(E'\n' in reverse(lines)), 0), length(lines) + 1) + 1);
  fresh text[];
begin
  perform pg_advisory_xact_lock(hashtextextended('radius_batch ' || $1, 0));
  select b.octets into stored from radius_batch b where b.source = $1 and b.digest = md5(left(whole, b.octets::int));
  stored := coalesce(stored, 0);
  octets := greatest(stored, length(whole));
  malformed := 0;
  if length(whole) <= stored then return; end if;
  fresh := string_to_array(rtrim(substr(whole, stored::int + 1), E'\n'), E'\n');
  insert into radius_batch as b (source, octets, digest) values ($1, length(whole), md5(whole))
    on conflict on constraint radius_batch_pkey do update set octets = excluded.octets, digest = excluded.digest, at = now();

  -- `offset 0`: otherwise a line is split again for each of its fields.
  with login as (
    select f[2]::bigint as service_id, f[3]::bigint as nas_id, nullif(panel.octets_text(f[4]), '') as calling, f[5] as signed, to_timestamp(f[6]::bigint) + f[7]::int * interval '1 microsecond' as at, i
      from unnest(fresh) with ordinality l (line, i), lateral (select string_to_array(line, '|') as f offset 0) p
      where line ~ login_line
  ), logged as (
    insert into auth_log (at, username, service_id, company_id, nas_id, accepted, calling, ancestor_ids)
      select l.at, s.username, s.id, s.company_id, l.nas_id, true, l.calling, s.ancestor_ids from login l join service s on s.id = l.service_id order by l.i
  )
  insert into nas_heard as h (nas_id, auth_at, accept_at, signed_at, unsigned_at)
    select n.id, max(l.at), max(l.at), max(l.at) filter (where l.signed = 'yes'), max(l.at) filter (where l.signed = 'no') from login l join nas n on n.id = l.nas_id group by 1 order by 1
    on conflict (nas_id) do update set auth_at = greatest(h.auth_at, excluded.auth_at), accept_at = greatest(h.accept_at, excluded.accept_at),
      signed_at = greatest(h.signed_at, excluded.signed_at), unsigned_at = greatest(h.unsigned_at, excluded.unsigned_at);

  perform panel.apply_reports(b.batch) from (
    select array_agg(row(b.stored + i, f[2], f[3], f[4], f[5], f[6], f[7], f[8], f[9], f[10], f[11], f[13], f[16], f[17], f[18], f[19], f[20], f[21], f[12], f[14], f[15], '', case when f[22] ~ '^\d{1,12}$' and f[23] ~ '^\d{1,6}$' then f[22]::float8 + f[23]::float8 / 1000000 end)::acct_report order by i) as batch
      from (select stored) b, unnest(fresh) with ordinality l (line, i), lateral (select string_to_array(line, '|') as f offset 0) p
      where left(line, 2) = 'r|' and cardinality(f) = 23
  ) b where b.batch is not null;

  select count(*) into malformed from unnest(fresh) l (line)
    where not (left(line, 2) = 'r|' and cardinality(string_to_array(line, '|')) = 23) and line !~ login_line;
end $$;
alter function panel.radius_batch(text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_batch(text, text) from public;
grant execute on function panel.radius_batch(text, text) to trunkline_radius;
