-- Packets that FreeRADIUS does not answer: of unknown senders, of disabled NAS devices, and of NAS devices whose
-- Message-Authenticator or secret is wrong. Nothing of a packet is stored but its source address.
create table radius_unanswered (
  id bigint generated always as identity,
  address inet not null check (masklen(address) = case family(address) when 4 then 32 else 128 end),
  reason text not null check (reason in ('unknown', 'disabled', 'bad-authenticator', 'missing-authenticator')),
  -- Null for an unknown sender.
  nas_id bigint references nas on delete cascade,
  company_id bigint,
  -- Which port the latest of them came to; empty where the reporter does not know.
  packet text not null default '' check (packet in ('', 'auth', 'acct')),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- A lower bound: unknown and disabled senders are counted at most once in 10 seconds.
  count bigint not null default 1 check (count > 0),
  -- Of the company of the NAS; empty for an unknown sender, which only the provider sees.
  lineage bigint[] not null default '{}',
  primary key (address, reason),
  constraint radius_unanswered_nas check ((reason = 'unknown') = (nas_id is null) and (nas_id is null) = (company_id is null))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
create unique index radius_unanswered_id on radius_unanswered (id);
create index radius_unanswered_nas_id on radius_unanswered (nas_id) where nas_id is not null;
-- New rows of the last second; first_at never changes, so that updates stay in the page (HOT).
create index radius_unanswered_first on radius_unanswered (first_at);
insert into lineage_table values ('radius_unanswered');
alter table radius_unanswered enable row level security;
alter table radius_unanswered force row level security;
create policy own on radius_unanswered for select to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy own_delete on radius_unanswered for delete to trunkline_app using (array_position(lineage, (select current_company())) is not null);
create policy everything on radius_unanswered to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on radius_unanswered to trunkline_app_all;
grant select, delete on radius_unanswered to trunkline_app;

-- Notes a packet. Bounded in rate (a row is written at most once in 10 seconds, at most 20 new unknown senders a second,
-- since source addresses of UDP can be forged) and in number (1,000 unknown senders: the oldest go; a NAS has at most
-- three rows). It runs while FreeRADIUS's listener waits: it waits for no lock longer than 50 ms and not for the disk,
-- and an error is dropped, because the answer to a NAS does not depend on a note.
create function panel.note_unanswered(sender inet, why text, nas bigint) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update radius_unanswered u set last_at = now(), count = u.count + 1
    where u.address = sender and u.reason = why and u.last_at < now() - interval '10 seconds';
  if found or exists (select from radius_unanswered u where u.address = sender and u.reason = why) then return; end if;
  if nas is null and (select count(*) from radius_unanswered u where u.first_at > now() - interval '1 second' and u.nas_id is null) >= 20 then
    return;
  end if;
  insert into radius_unanswered (address, reason, nas_id, company_id, lineage)
    select sender, why, n.id, n.company_id, coalesce(n.lineage, '{}') from (values (nas)) v (id) left join public.nas n on n.id = v.id
    on conflict do nothing;
  delete from radius_unanswered u where u.address in (
    select o.address from radius_unanswered o where o.nas_id is null order by o.last_at desc, o.id desc offset 1000) and u.nas_id is null;
exception when others then
  null;
end $$;

-- The NAS that sends from this address: `id TAB yes|no TAB secret`; yes: Message-Authenticator is a must. Null for any
-- other sender, which is noted. FreeRADIUS calls it in its listener thread for each packet of an address that it does not
-- know: mostly one indexed statement, since a sender that was noted within 10 seconds is not noted again.
create or replace function panel.radius_client(ip text) returns text language plpgsql volatile security definer set search_path = public, pg_temp as $$
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
  -- Of two NAS rows with one address, the other one is in the trash.
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

-- Notes packets of an active NAS that FreeRADIUS dropped, which only its counters tell: `bad-authenticator` (a wrong
-- secret, or a wrong Message-Authenticator) or `missing-authenticator`, which is one only where the NAS has to send it.
-- `packets`: how many since the last report. 1: noted; 0: not, because no such NAS is active or the reason does not apply.
create function panel.radius_unanswered(address text, reason text, packets bigint, packet text default '') returns int language plpgsql as $$
#variable_conflict use_variable
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into public.radius_unanswered as u (address, reason, nas_id, company_id, packet, count, lineage)
    select n.address, reason, n.id, n.company_id, packet, packets, n.lineage from nas n
      where n.address = address::inet and n.deleted_at is null and n.is_active and packets > 0
        and reason in ('bad-authenticator', 'missing-authenticator') and (reason <> 'missing-authenticator' or n.require_message_authenticator)
    on conflict on constraint radius_unanswered_pkey do update
      set last_at = now(), count = u.count + excluded.count, packet = excluded.packet, nas_id = excluded.nas_id, company_id = excluded.company_id, lineage = excluded.lineage;
  return case when found then 1 else 0 end;
exception when data_exception then
  return 0;
end $$;

-- Addresses of NAS devices, also of those in the trash, from the one behind `after` on (null: from the first), at most
-- `most`: whose counters to read. FreeRADIUS's own list of its clients ends at the first one that was removed.
create function panel.radius_addresses(after inet, most int) returns setof inet language sql stable as $$
  select distinct address from nas where after is null or address > after order by address limit least(most, 1000)
$$;

-- What was noted of an address no longer holds when its NAS is created, changed or removed.
create function panel.forget_unanswered() returns trigger language plpgsql as $$
begin
  delete from radius_unanswered u where u.address in (old.address, new.address);
  return null;
end $$;
create trigger forget_unanswered after update on nas for each row
  when ((old.address, old.secret, old.require_message_authenticator, old.is_active, old.deleted_at) is distinct from (new.address, new.secret, new.require_message_authenticator, new.is_active, new.deleted_at))
  execute function panel.forget_unanswered();
create trigger forget_unanswered_new after insert on nas for each row execute function panel.forget_unanswered();

grant create on schema panel to trunkline_app_all;
do $$
declare
  f record;
begin
  for f in select oid::regprocedure as name, proname from pg_proc
    where pronamespace = 'panel'::regnamespace and proname in ('note_unanswered', 'radius_unanswered', 'radius_addresses', 'forget_unanswered') loop
    execute format('revoke execute on function %s from public', f.name);
    execute format('alter function %s owner to trunkline_app_all', f.name);
    if f.proname = 'note_unanswered' then execute format('alter function %s set lock_timeout = ''50ms''', f.name); end if;
    if f.proname in ('radius_unanswered', 'radius_addresses', 'forget_unanswered') then
      execute format('alter function %s security definer set search_path = public, pg_temp', f.name);
    end if;
  end loop;
end $$;
grant execute on function panel.radius_unanswered(text, text, bigint, text), panel.radius_addresses(inet, int) to trunkline_radius;
revoke create on schema panel from trunkline_app_all;

-- The IPoE password of a NAS is a secret of the log too.
drop trigger audit on nas;
select audited('nas', 'nas', 'company_id', 'name', 'secret,ipoe_password');
