-- Extra attributes of a tariff and of a NAS for an accepted login. They were validated when they were stored.
create or replace function panel.radius_extra(service text, nas text)
  returns table (id int, username text, attribute text, value text, op text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select 1, ''::text, e.item ->> 'attribute', e.item ->> 'value', coalesce(e.item ->> 'op', '+=')
      from public.service s join tariff t on t.id = s.tariff_id join public.nas n on n.id = radius_extra.nas::bigint,
        lateral (select item, 1 as source, place from jsonb_array_elements(t.extra_attributes) with ordinality i (item, place)
          union all select item, 2, place from jsonb_array_elements(n.extra_attributes) with ordinality i (item, place)) e
      where s.id = radius_extra.service::bigint and coalesce(e.item ->> 'vendor', n.vendor) = n.vendor
      order by e.source, e.place;
end $$;
alter function panel.radius_extra(text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_extra(text, text) from public;
grant execute on function panel.radius_extra(text, text) to trunkline_radius;
