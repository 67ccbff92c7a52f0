-- What uses a device that the caller sees: NAS devices, services and dial-ups of any company, including those that the caller
-- does not see. The caller reads their names itself.
create or replace function hardware_users(hardware_ids bigint[])
  returns table (hardware_id bigint, kind text, id bigint, ancestor_ids bigint[])
  language sql stable security definer set search_path = public, pg_temp as $$
  with seen as (
    select h.id from hardware h where h.id = any (hardware_ids)
      and (array_position(h.ancestor_ids, current_company()) is not null
        or 'trunkline_app_all' in (session_user::text, current_setting('role', true))))
  select n.hardware_id, 'nas', n.id, n.ancestor_ids from nas n join seen on seen.id = n.hardware_id where n.deleted_at is null
  union all
  select s.hardware_id, s.kind, s.id, s.ancestor_ids from service s join seen on seen.id = s.hardware_id
    where s.deleted_at is null and s.status <> 'terminated'
$$;
alter function hardware_users(bigint[]) owner to trunkline_app_all;
revoke execute on function hardware_users(bigint[]) from public;
grant execute on function hardware_users(bigint[]) to trunkline_app;
