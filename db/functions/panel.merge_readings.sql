-- Joins two readings of the same subject and minute: the values that were stored first stay, missing ones are added.
create or replace function panel.merge_readings(stored real[], added real[]) returns real[] language sql immutable parallel safe as $$
  select array_agg(coalesce(s, a) order by n) from unnest(stored, added) with ordinality as u (s, a, n)
$$;
revoke execute on function panel.merge_readings(real[], real[]) from public;
grant execute on function panel.merge_readings(real[], real[]) to trunkline_app_all;
