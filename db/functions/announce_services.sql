-- Trigger of service: announce_rows for a table that holds two resources, services and VPN dial-ups.
create or replace function announce_services() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select c.kind, array_agg(distinct c.id) as ids, array_agg(distinct c.company_id) as companies from changed_rows c group by 1
  loop
    perform pg_notify('trunkline_changed', json_build_object(
      'subject', case changed.kind when 'service' then 'services' else 'vpn-dialups' end,
      'ids', case when cardinality(changed.ids) > 100 then '{}' else changed.ids end,
      'companies', case when cardinality(changed.companies) > 100 then '{}' else changed.companies end)::text);
  end loop;
  return null;
end $$;
