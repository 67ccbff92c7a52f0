-- FreeRADIUS's reply to this service at this NAS with the right password. No side effects, no password. Running sessions
-- count as they would for a login.
create or replace function panel.radius_preview(service_id bigint, nas_id bigint, calling text, out reason text, out pools bigint[], out items jsonb)
  returns record
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  own record;
  running int;
begin
  select s.username, s.simultaneous_use as most, t.interim_seconds into own from service s join tariff t on t.id = s.tariff_id where s.id = service_id and s.deleted_at is null and ip_sees(s.ancestor_ids);
  if not found then return; end if;
  select coalesce(min(c.value) filter (where c.attribute = 'Panel-Reason'), ''),
      coalesce(string_to_array(string_agg(c.value, ',' order by c.place) filter (where c.attribute in ('Panel-Pool', 'Panel-Framed-Pool6', 'Panel-Delegated-Pool6')), ',')::bigint[], '{}'),
      coalesce(jsonb_agg(jsonb_build_object('attribute', c.attribute, 'op', c.op, 'value', c.value) order by c.place) filter (where c.attribute not like 'Panel-%' and c.attribute <> 'Auth-Type'), '[]')
        || case when bool_or(c.attribute = 'Panel-Extra') then (select coalesce(jsonb_agg(jsonb_build_object('attribute', e.attribute, 'op', e.op, 'value', e.value)), '[]') from panel.radius_extra(service_id::text, nas_id::text) e) else '[]' end
    into reason, pools, items
    from panel.radius_login('', nas_id::text, panel.text_octets(calling), 'i' || service_id || ';') with ordinality c (id, username, attribute, value, op, place);
  if reason = '' and own.most is not null then
    select count(*) into running from session_live l where l.service_id = service_id and l.updated_at > now() - 3 * own.interim_seconds * interval '1 second'
      and (coalesce(calling, '') = '' or l.calling is distinct from calling);
    if running >= own.most then
      reason := 'too-many-sessions';
      items := '[]';
    end if;
  end if;
end $$;
alter function panel.radius_preview(bigint, bigint, text) owner to trunkline_app_all;
revoke execute on function panel.radius_preview(bigint, bigint, text) from public;
grant execute on function panel.radius_preview(bigint, bigint, text) to trunkline_app;
