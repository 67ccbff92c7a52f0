-- What a company owns, for the detail of a rejection.
create or replace function ip_owned(companies bigint[]) returns jsonb language sql stable as $$
  with held as (
    select 'subnet' as kind, id, net::text as net, name from subnet where company_id = any (companies) and deleted_at is null
    union all select 'address', id, host(ip), coalesce(used_by_label, dns_name) from address where company_id = any (companies) and deleted_at is null)
  select jsonb_build_object('count', (select count(*) from held), 'holders', coalesce((select jsonb_agg(f) from (select * from held order by kind desc, id limit 20) f), '[]'))
$$;
