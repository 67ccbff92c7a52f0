-- The NAS with this source address: `id TAB yes|no TAB secret`; yes: Message-Authenticator is required. Null for any
-- other sender, which is recorded. FreeRADIUS calls it in its listener thread for each packet from an unknown
-- address: usually one indexed statement, since a sender is recorded at most once in 10 seconds.
create or replace function panel.radius_client(ip text) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sender inet;
  n record;
begin
  begin
    sender := ip::inet;
  exception when data_exception then
    return null;
  end;
  if sender is null or masklen(sender) <> (case family(sender) when 4 then 32 else 128 end) then return null; end if;
  -- If two NAS rows have one address, the other one is in the trash.
  select s.id, s.is_active, s.require_message_authenticator, s.secret, u.last_at into n
    from (values (sender)) v (address) left join nas s on s.address = v.address and s.deleted_at is null
      left join radius_unanswered u on u.address = v.address and u.reason = case when s.id is null then 'unknown' else 'disabled' end;
  if n.is_active then
    return n.id || E'\t' || case when n.require_message_authenticator then 'yes' else 'no' end || E'\t' || panel.opened(n.secret);
  end if;
  if n.last_at is null or n.last_at < now() - interval '10 seconds' then
    perform panel.note_unanswered(sender, case when n.id is null then 'unknown' else 'disabled' end, n.id);
  end if;
  return null;
end $$;
alter function panel.radius_client(text) owner to trunkline_app_all;
revoke execute on function panel.radius_client(text) from public;
grant execute on function panel.radius_client(text) to trunkline_radius;
