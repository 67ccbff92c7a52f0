-- Updates counts of sites, once per statement. Sites are locked in order of id, so that two statements do not deadlock;
-- one update for all of them, so that the live channel is notified once.
create or replace function site_count(before_rows hardware[], after_rows hardware[]) returns void language plpgsql as $$
begin
  with moved as (
    select site_id, sum(n)::int as hardware, coalesce(sum(n) filter (where is_online), 0)::int as online, coalesce(sum(n) filter (where is_online is not null), 0)::int as known
      from (select site_id, is_online, -1 as n from unnest(before_rows) where site_id is not null and deleted_at is null
        union all select site_id, is_online, 1 from unnest(after_rows) where site_id is not null and deleted_at is null) c
      group by site_id having sum(n) <> 0 or coalesce(sum(n) filter (where is_online), 0) <> 0 or coalesce(sum(n) filter (where is_online is not null), 0) <> 0
  ), locked as materialized (
    select s.id from site s where s.id in (select m.site_id from moved m) order by s.id for no key update
  )
  update site s set hardware_count = s.hardware_count + m.hardware, online_count = s.online_count + m.online, known_count = s.known_count + m.known
    from moved m join locked l on l.id = m.site_id where s.id = l.id;
end $$;
