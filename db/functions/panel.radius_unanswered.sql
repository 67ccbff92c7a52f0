-- Records packets of an active NAS that FreeRADIUS dropped, which only its counters show: `bad-authenticator` (a wrong
-- secret, or a wrong Message-Authenticator) or `missing-authenticator`, which is an error only if the NAS has to send it.
-- `packets`: how many since the last report. Returns 1: recorded; 0: not, because no such NAS is active or the reason does not apply.
create or replace function panel.radius_unanswered(address text, reason text, packets bigint, packet text default '')
  returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into public.radius_unanswered as u (address, reason, nas_id, company_id, packet, count, ancestor_ids)
    select n.address, reason, n.id, n.company_id, packet, packets, n.ancestor_ids from nas n
      where n.address = address::inet and n.deleted_at is null and n.is_active and packets > 0
        and reason in ('bad-authenticator', 'missing-authenticator') and (reason <> 'missing-authenticator' or n.require_message_authenticator)
    on conflict on constraint radius_unanswered_pkey do update
      set last_at = now(), count = u.count + excluded.count, packet = excluded.packet, nas_id = excluded.nas_id, company_id = excluded.company_id, ancestor_ids = excluded.ancestor_ids;
  return case when found then 1 else 0 end;
exception when data_exception then
  return 0;
end $$;
alter function panel.radius_unanswered(text, text, bigint, text) owner to trunkline_app_all;
revoke execute on function panel.radius_unanswered(text, text, bigint, text) from public;
grant execute on function panel.radius_unanswered(text, text, bigint, text) to trunkline_radius;
