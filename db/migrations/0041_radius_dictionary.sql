-- The attributes that FreeRADIUS can put into a packet, read from its dictionary files by the process that looks after it
-- (radius/src/dictionary.ts). Extra attribute lines of tariffs and NAS devices are validated against it.
create table radius_attribute (
  -- As FreeRADIUS spells it; names are compared without case.
  name text primary key check (name ~ '^[A-Za-z0-9][A-Za-z0-9._/-]{0,252}$'),
  -- The dictionary's vendor; null: an attribute of the RFCs.
  vendor text,
  -- First level of path.
  number int not null,
  -- Numbers from the outermost level on: 25, 241.5.1.
  path text not null,
  -- string, integer, ipaddr, ipv6prefix, …: FreeRADIUS's data types (dictionary(5)).
  type text not null,
  -- Octets of a value of type octets with a fixed length.
  length int,
  -- Octets of the headers before the value.
  overhead int not null check (overhead between 2 and 64),
  -- Named values: {"Framed-User": 2}.
  values jsonb not null default '{}' check (jsonb_typeof(values) = 'object'),
  -- A tag of RFC 2868 may precede the value.
  has_tag boolean not null default false,
  -- Option encrypt= of the dictionary: 1 User-Password, 2 Tunnel-Password, 3 Ascend-Send-Secret.
  encrypted smallint,
  -- The file that defines it.
  source text not null
);
create unique index radius_attribute_name on radius_attribute (lower(name));
create index radius_attribute_search on radius_attribute using gin (lower(name) gin_trgm_ops);
create index radius_attribute_vendor on radius_attribute (lower(vendor), name);

-- Which dictionary it is; an empty hash: none was loaded yet.
create table radius_dictionary (
  one boolean primary key default true check (one),
  hash text not null default '',
  loaded_at timestamptz
);
insert into radius_dictionary default values;

do $$
declare
  t text;
begin
  foreach t in array array['radius_attribute', 'radius_dictionary'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy everything on %I to trunkline_app_all using (true) with check (true)', t);
    -- Public reference data: every signed-in company reads the same rows.
    execute format('create policy signed_in on %I for select to trunkline_app using ((select current_company()) is not null)', t);
    execute format('grant select on %I to trunkline_app', t);
    execute format('grant select, insert, update, delete on %I to trunkline_app_all', t);
  end loop;
end $$;

grant create on schema panel to trunkline_app_all;

-- Stores the dictionary of a FreeRADIUS where its hash differs from the stored one. Without attributes it only compares,
-- so that an unchanged dictionary is not sent. Returns whether the given dictionary differed.
-- Several FreeRADIUS hosts share one table: the dictionary that was uploaded last counts.
create function panel.radius_dictionary(hash text, attributes jsonb default null) returns boolean language plpgsql as $$
declare
  stored text;
begin
  select d.hash into stored from radius_dictionary d for update;
  if stored = radius_dictionary.hash or attributes is null then return stored <> radius_dictionary.hash; end if;
  delete from radius_attribute a where not exists (select from jsonb_array_elements(attributes) g where g.value ->> 'name' = a.name);
  insert into radius_attribute as a select * from jsonb_populate_recordset(null::radius_attribute, attributes)
    on conflict (name) do update set vendor = excluded.vendor, number = excluded.number, path = excluded.path, type = excluded.type, length = excluded.length,
      overhead = excluded.overhead, values = excluded.values, has_tag = excluded.has_tag, encrypted = excluded.encrypted, source = excluded.source
      where a.* is distinct from excluded.*;
  update radius_dictionary d set hash = radius_dictionary.hash, loaded_at = now();
  return true;
end $$;

revoke execute on function panel.radius_dictionary(text, jsonb) from public;
alter function panel.radius_dictionary(text, jsonb) owner to trunkline_app_all;
alter function panel.radius_dictionary(text, jsonb) security definer set search_path = public, pg_temp;
grant execute on function panel.radius_dictionary(text, jsonb) to trunkline_radius;
revoke create on schema panel from trunkline_app_all;

-- Cisco: names of QoS policies that the router knows, sent as ip:sub-qos-policy-in and -out in place of the rate-limit
-- lines, which IOS turns into a virtual-access interface configuration of its own for each session.
alter table tariff
  add column cisco_policy_in text check (cisco_policy_in ~ '^[A-Za-z0-9_.-]{1,80}$'),
  add column cisco_policy_out text check (cisco_policy_out ~ '^[A-Za-z0-9_.-]{1,80}$');
drop trigger tariff_touch on tariff;
create trigger tariff_touch before update on tariff for each row
  when ((old.name, old.description, old.offered_to, old.price, old.currency, old.download_rate, old.upload_rate, old.burst_download_rate, old.burst_upload_rate, old.burst_download_threshold, old.burst_upload_threshold, old.burst_seconds, old.priority, old.session_timeout, old.idle_timeout, old.interim_seconds, old.quota_bytes, old.quota_period, old.quota_action, old.slow_download_rate, old.slow_upload_rate, old.address_list, old.deleted_at, old.extra_attributes, old.cisco_policy_in, old.cisco_policy_out)
    is distinct from (new.name, new.description, new.offered_to, new.price, new.currency, new.download_rate, new.upload_rate, new.burst_download_rate, new.burst_upload_rate, new.burst_download_threshold, new.burst_upload_threshold, new.burst_seconds, new.priority, new.session_timeout, new.idle_timeout, new.interim_seconds, new.quota_bytes, new.quota_period, new.quota_action, new.slow_download_rate, new.slow_upload_rate, new.address_list, new.deleted_at, new.extra_attributes, new.cisco_policy_in, new.cisco_policy_out))
  execute function touch_row();
