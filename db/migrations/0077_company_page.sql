-- Counts and orders of the company page: its cost depends neither on the number of rows below the company nor on the
-- length of the login log.
-- functions: tally_changes, recompute_tally

-- Networks and addresses, companies by type and state, and companies and users by month of creation are tallied too.
-- The owner of the table is no superuser, and FORCEd row security shows it no row.
alter table tallied no force row level security;
update tallied set kinds = $$array['company:' || type, case when not is_active then 'company:inactive' end, case when not is_active then 'company:inactive:' || type end, 'company:created:' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'), 'company:month:' || to_char(created_at at time zone 'UTC', 'YYYY-MM')]$$ where name = 'company';
update tallied set kinds = $$array['user:' || case when is_active then 'active' else 'inactive' end, case when two_factor then 'user:two_factor' end, 'user:created:' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'), 'user:month:' || to_char(created_at at time zone 'UTC', 'YYYY-MM')]$$ where name = 'app_user';
insert into tallied values
  ('subnet', $$array['subnet:' || case family(net) when 4 then 'ipv4' else 'ipv6' end]$$),
  ('address', $$array['address:' || state]$$);

do $$
declare
  t record;
begin
  for t in select name, kinds from tallied where name in ('company', 'app_user', 'subnet', 'address') loop
    execute format('drop trigger if exists tally_insert on %I', t.name);
    execute format('drop trigger if exists tally_update on %I', t.name);
    execute format('drop trigger if exists tally_delete on %I', t.name);
    execute format('create trigger tally_insert after insert on %I referencing new table as new_rows for each statement execute function tally_changes(%L)', t.name, t.kinds);
    execute format('create trigger tally_update after update on %I referencing old table as old_rows new table as new_rows for each statement execute function tally_changes(%L)', t.name, t.kinds);
    execute format('create trigger tally_delete after delete on %I referencing old table as old_rows for each statement execute function tally_changes(%L)', t.name, t.kinds);
  end loop;
end $$;
alter table tallied force row level security;

-- The last rejected login of a company and those below it, and of a service.
create index auth_log_rejected on auth_log (at desc, id desc) where not accepted;
create index auth_log_rejected_2 on auth_log ((ancestor_ids[2]), at desc, id desc) where not accepted and ancestor_ids[2] is not null;
create index auth_log_rejected_3 on auth_log ((ancestor_ids[3]), at desc, id desc) where not accepted and ancestor_ids[3] is not null;
create index auth_log_rejected_4 on auth_log ((ancestor_ids[4]), at desc, id desc) where not accepted and ancestor_ids[4] is not null;
create index auth_log_rejected_5 on auth_log ((ancestor_ids[5]), at desc, id desc) where not accepted and ancestor_ids[5] is not null;
create index auth_log_rejected_service on auth_log (service_id, at desc, id desc) where not accepted and service_id is not null;

-- The list of all addresses of a part of the tree, in order of address.
create index address_listed on address (ip, id) where deleted_at is null;
create index address_listed_2 on address ((ancestor_ids[2]), ip, id) where deleted_at is null and ancestor_ids[2] is not null;
create index address_listed_3 on address ((ancestor_ids[3]), ip, id) where deleted_at is null and ancestor_ids[3] is not null;
create index address_listed_4 on address ((ancestor_ids[4]), ip, id) where deleted_at is null and ancestor_ids[4] is not null;
create index address_listed_5 on address ((ancestor_ids[5]), ip, id) where deleted_at is null and ancestor_ids[5] is not null;

set local role trunkline_app_all;
select recompute_tally();
reset role;
analyze tally;
