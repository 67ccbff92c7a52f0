-- Runs after the ancestor_ids of all descendants were updated: space that moves along must not have been allocated
-- from a company that is no longer an ancestor.
create or replace function ip_check_moved_company()
  returns trigger
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  torn jsonb;
begin
  with below as (select descendant_id as id from company_tree where ancestor_id = new.id),
  stray as (
    select 'subnet' as kind, s.id, s.net::text as net, s.name from below join subnet s on s.company_id = below.id and s.holds join subnet p on p.id = s.parent_id
      where not p.company_id = any (s.ancestor_ids)
    union all
    select 'address', a.id, host(a.ip), coalesce(a.used_by_label, a.dns_name) from below join address a on a.company_id = below.id and a.holds join subnet p on p.id = a.subnet_id
      where not p.company_id = any (a.ancestor_ids))
  select jsonb_build_object('count', (select count(*) from stray), 'holders', coalesce((select jsonb_agg(f) from (select * from stray order by kind desc, id limit 20) f), '[]')) into torn;
  if (torn ->> 'count')::int > 0 then
    perform reject(409, 'parent_id', 'company.holds_space_of_former', jsonb_build_object('nets', jsonb_path_query_array(torn, '$.holders[0 to 2].net')), torn);
  end if;
  return null;
end $$;
alter function ip_check_moved_company() owner to trunkline_app_all;
