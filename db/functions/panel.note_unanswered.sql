-- Records an unanswered packet. Limited in rate (a row is written at most once in 10 seconds, and at most 20 new unknown senders
-- per second, since source addresses of UDP can be forged) and in number (1,000 unknown senders: the oldest are deleted; a NAS has
-- at most three rows). FreeRADIUS's listener thread waits for it: it waits at most 50 ms for a lock and not for the disk,
-- and drops errors, because the answer to a NAS does not depend on this record.
create or replace function panel.note_unanswered(sender inet, why text, nas bigint) returns void language plpgsql set lock_timeout = '50ms' as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update radius_unanswered u set last_at = now(), count = u.count + 1
    where u.address = sender and u.reason = why and u.last_at < now() - interval '10 seconds';
  if found or exists (select from radius_unanswered u where u.address = sender and u.reason = why) then return; end if;
  if nas is null and (select count(*) from radius_unanswered u where u.first_at > now() - interval '1 second' and u.nas_id is null) >= 20 then
    return;
  end if;
  insert into radius_unanswered (address, reason, nas_id, company_id, ancestor_ids)
    select sender, why, n.id, n.company_id, coalesce(n.ancestor_ids, '{}') from (values (nas)) v (id) left join public.nas n on n.id = v.id
    on conflict do nothing;
  delete from radius_unanswered u where u.address in (
    select o.address from radius_unanswered o where o.nas_id is null order by o.last_at desc, o.id desc offset 1000) and u.nas_id is null;
exception when others then
  null;
end $$;
alter function panel.note_unanswered(inet, text, bigint) owner to trunkline_app_all;
revoke execute on function panel.note_unanswered(inet, text, bigint) from public;
