-- Adds the changes of `assigned` from the changed node up to the root, stopping below a node that
-- is assigned as a whole. Returns the number of changes.
create or replace function ip_fold(most int default 5000)
  returns int
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  changed bigint[];
  folded int;
begin
  if not ip_sees_all() then perform reject(403, null, 'forbidden'); end if;
  changed := array(select distinct subnet_id from (select subnet_id from ip_delta order by id limit most) d);
  if changed = '{}' then return 0; end if;
  perform from subnet where id in (
      with recursive up as (
        select id, parent_id from subnet where id = any (changed) union select p.id, p.parent_id from up join subnet p on p.id = up.parent_id)
      select id from up)
    order by space_id, net for no key update;
  with recursive taken as (delete from ip_delta where subnet_id = any (changed) returning subnet_id, assigned),
  flow as (
    select s.id, s.parent_id, s.state, t.assigned from (select subnet_id, sum(assigned) as assigned from taken group by 1) t join subnet s on s.id = t.subnet_id
    union all
    select p.id, p.parent_id, p.state, flow.assigned from flow join subnet p on p.id = flow.parent_id where flow.state <> 'assigned'),
  done as (
    update subnet s set assigned = s.assigned + c.assigned from (select id, sum(assigned) as assigned from flow group by 1) c where c.id = s.id and c.assigned <> 0)
  select count(*) into folded from taken;
  return folded;
end $$;
alter function ip_fold(integer) owner to trunkline_app_all;
