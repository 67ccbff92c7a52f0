-- A login at FreeRADIUS: strings in hexadecimal. `hints`: see panel.ipoe_service; also `p<secret>;`, for EAP-TLS `s<serial>;`
-- of a client certificate that FreeRADIUS has verified, and `i<id>;` of the service that a tunnel has authenticated. No row: no
-- such service. Panel-User: its user name, if the request identifies it otherwise.
create or replace function panel.radius_login(login text, nas text, calling text, hints text)
  returns table (id int, username text, attribute text, value text, op text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  named text := panel.octets_text(login);
  station text := panel.octets_text(calling);
  nas_key bigint := nas;
  service_key bigint;
  serial text;
  state text;
begin
  if left(hints, 1) = 'i' then
    service_key := substring(hints from 2 for length(hints) - 2);
    return query select * from panel.login_items(service_key, nas_key, named, station, 'tunnel', false);
    return query select 1, s.username, 'Panel-User'::text, s.username, ':='::text from service s where s.id = service_key;
    return;
  end if;
  if left(hints, 1) = 's' then serial := substring(hints from 's([0-9a-f]+);'); end if;
  if serial is not null then
    select c.service_id, case when c.revoked_at is not null then 'certificate-revoked' end into service_key, state
      from service_certificate c where c.serial = ltrim(serial, '0');
    if service_key is null or state is not null then
      return query values (1, named, 'Panel-Service-Id', coalesce(service_key::text, ''), ':='), (1, named, 'Auth-Type', 'Reject', ':='),
        (1, named, 'Panel-Reason', coalesce(state, 'certificate-unknown'), ':=');
      return;
    end if;
    return query select * from panel.login_items(service_key, nas_key, named, station, 'certificate', false);
    return;
  end if;
  select s.id into service_key from service s where s.username = named and s.deleted_at is null;
  if service_key is null then
    service_key := panel.ipoe_service(named, nas_key, station, hints);
    if service_key is null then return; end if;
  end if;
  return query select * from panel.login_items(service_key, nas_key, named, station, case when hints = '' then 'other' else coalesce(substring(hints from '(?:^|;)p([0-9a-z]+);'), 'other') end, true);
end $$;
alter function panel.radius_login(text, text, text, text) owner to trunkline_app_all;
revoke execute on function panel.radius_login(text, text, text, text) from public;
grant execute on function panel.radius_login(text, text, text, text) to trunkline_radius;
