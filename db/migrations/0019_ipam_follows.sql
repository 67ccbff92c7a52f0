-- What follows from a write of a node or an address by itself, whoever writes it.

-- What a row was before it was given back, for whoever takes it back; a hold that lapsed comes back as reserved.
alter table subnet add column former_state text not null default 'reserved';
alter table address add column former_state text not null default 'reserved';
create function ip_remember() returns trigger language plpgsql as $$
begin
  new.former_state := case when old.state in ('reserved', 'assigned') then old.state else 'reserved' end;
  return new;
end $$;
create trigger remember before update of state on subnet for each row when (old.deleted_at is null and new.deleted_at is not null) execute function ip_remember();
create trigger remember before update of state on address for each row when (old.deleted_at is null and new.deleted_at is not null) execute function ip_remember();

-- Place, history, figures -----------------------------------------------------------------------------------------------
-- The place in the tree of companies, the history of holders, and what counts as assigned. Counters (used, child_count,
-- address_count) are written by the function that changes the content, under the node's lock.

-- The parent's holder stands above the child's holder, or is the same.
create function ip_place_node() returns trigger language plpgsql as $$
declare
  above bigint[];
begin
  if new.parent_id is null then
    new.parent_depth := 0;
  else
    select lineage into above from subnet where id = new.parent_id;
    new.parent_depth := cardinality(above);
    if not above[cardinality(above)] = any (new.lineage) then
      perform ip_refuse(422, 'company_id', 'The holder has to be the holder of the subnet above, or a company below it.');
    end if;
  end if;
  if tg_op = 'UPDATE' and new.company_id <> old.company_id and (
    exists (select from subnet where parent_id = new.id and holds and not new.company_id = any (lineage))
    or exists (select from address where subnet_id = new.id and holds and not new.company_id = any (lineage)))
  then
    perform ip_refuse(409, 'company_id', format('Parts of %s are held by companies that are not below this one.', new.net));
  end if;
  return new;
end $$;
-- After the trigger `lineage`, by its name.
create trigger place before insert or update of parent_id, company_id on subnet for each row execute function ip_place_node();

create function ip_place_address() returns trigger language plpgsql as $$
begin
  if new.subnet_id is not null and not (select company_id from subnet where id = new.subnet_id) = any (new.lineage) then
    perform ip_refuse(422, 'company_id', 'The holder has to be the holder of the subnet, or a company below it.');
  end if;
  return new;
end $$;
create trigger place before insert or update of subnet_id, company_id on address for each row execute function ip_place_address();

create function ip_deepen() returns trigger language plpgsql as $$
begin
  update subnet set parent_depth = cardinality(new.lineage) where parent_id = new.id and holds and parent_depth <> cardinality(new.lineage);
  return null;
end $$;
create trigger deepen after update on subnet for each row
  when (cardinality(old.lineage) is distinct from cardinality(new.lineage)) execute function ip_deepen();

-- A holder's time opens with the row, and closes and opens again when somebody else holds it or something else uses it.
-- Its lineage is the row's, which was read under the company's lock a moment ago.
drop trigger lineage on ip_holding;
create trigger lineage before insert or update of company_id on ip_holding for each row when (new.lineage = '{}') execute function take_lineage();

create function ip_follow_subnet() returns trigger language plpgsql as $$
declare
  moved boolean;
begin
  if tg_op = 'INSERT' then
    if new.parent_id is not null and new.state = 'assigned' then insert into ip_delta (subnet_id, assigned) values (new.parent_id, ip_size(new.net)); end if;
    moved := true;
  else
    if (old.parent_id, old.net, old.state) is distinct from (new.parent_id, new.net, new.state) then
      insert into ip_delta (subnet_id, assigned)
        select node, sum(change) from (values
          (old.parent_id, -case old.state when 'assigned' then ip_size(old.net) else old.assigned end),
          (new.parent_id, case new.state when 'assigned' then ip_size(new.net) else new.assigned end)) c (node, change)
        where node is not null group by node having sum(change) <> 0;
    end if;
    moved := (old.net, old.company_id, old.used_by_kind, old.used_by_id, old.used_by_label, old.deleted_at is null)
      is distinct from (new.net, new.company_id, new.used_by_kind, new.used_by_id, new.used_by_label, new.deleted_at is null);
    if moved then
      update ip_holding set valid = tstzrange(lower(valid), clock_timestamp()) where subnet_id = old.id and address_id is null and upper_inf(valid);
    end if;
  end if;
  if moved and new.deleted_at is null then
    insert into ip_holding (space_id, net, company_id, used_by_kind, used_by_id, used_by_label, subnet_id, valid, lineage)
      values (new.space_id, new.net, new.company_id, new.used_by_kind, new.used_by_id, new.used_by_label, new.id, tstzrange(clock_timestamp(), null), new.lineage);
  end if;
  return null;
end $$;
-- Counters, copies and what is seen do not count the version: nothing follows from those.
create trigger follow_insert after insert on subnet for each row execute function ip_follow_subnet();
-- What moves in bulk was told by ip_tell_moves, in one statement.
create trigger follow_update after update on subnet for each row
  when (old.version <> new.version and not (old.parent_id is distinct from new.parent_id and new.holds and coalesce(current_setting('app.moves_told', true), '') = 'on')) execute function ip_follow_subnet();

create function ip_follow_address() returns trigger language plpgsql as $$
declare
  moved boolean;
begin
  if tg_op = 'INSERT' then
    if new.subnet_id is not null and new.state = 'assigned' then insert into ip_delta (subnet_id, assigned) values (new.subnet_id, 1); end if;
    moved := true;
  else
    if (old.subnet_id, old.state) is distinct from (new.subnet_id, new.state) then
      insert into ip_delta (subnet_id, assigned)
        select node, sum(change) from (values (old.subnet_id, -(old.state = 'assigned')::int), (new.subnet_id, (new.state = 'assigned')::int)) c (node, change)
        where node is not null group by node having sum(change) <> 0;
    end if;
    moved := (old.company_id, old.used_by_kind, old.used_by_id, old.used_by_label, old.deleted_at is null)
      is distinct from (new.company_id, new.used_by_kind, new.used_by_id, new.used_by_label, new.deleted_at is null);
    if moved then
      update ip_holding set valid = tstzrange(lower(valid), clock_timestamp()) where address_id = old.id and upper_inf(valid);
    end if;
  end if;
  if moved and new.deleted_at is null then
    insert into ip_holding (space_id, net, company_id, used_by_kind, used_by_id, used_by_label, subnet_id, address_id, valid, lineage)
      values (new.space_id, new.ip::cidr, new.company_id, new.used_by_kind, new.used_by_id, new.used_by_label, new.subnet_id, new.id, tstzrange(clock_timestamp(), null), new.lineage);
  end if;
  return null;
end $$;
create trigger follow_insert after insert on address for each row execute function ip_follow_address();
create trigger follow_update after update on address for each row when (old.version <> new.version) execute function ip_follow_address();

-- Counters are not announced: the row that was put in or taken out is, by itself. An address is told as a change of its
-- subnet. (Columns by name: through JSON, as for other tables, it took a tenth of an allocation.)
create function announce_space() returns trigger language plpgsql as $$
declare
  ids bigint[];
  companies bigint[];
begin
  if tg_op = 'INSERT' then
    if tg_table_name = 'subnet' then select array_agg(distinct id), array_agg(distinct company_id) into ids, companies from new_rows;
    else select array_agg(distinct subnet_id), array_agg(distinct company_id) into ids, companies from new_rows; end if;
  elsif tg_table_name = 'subnet' then
    -- A full join (kept one by a condition that is not strict) is never a loop within a loop, whatever number of rows the
    -- plan was made for.
    if not exists (select from new_rows n full join old_rows o on o.id = n.id where n.version is distinct from o.version) then return null; end if;
    select array_agg(distinct n.id), array_agg(distinct company) into ids, companies
      from new_rows n full join old_rows o on o.id = n.id, unnest(array[o.company_id, n.company_id]) company where n.version is distinct from o.version;
  else
    select array_agg(distinct coalesce(n.subnet_id, o.subnet_id)), array_agg(distinct company) into ids, companies
      from new_rows n full join old_rows o on o.id = n.id, unnest(array[o.company_id, n.company_id]) company where n.version is distinct from o.version;
  end if;
  if companies is null then return null; end if;
  ids := array_remove(ids, null);
  if cardinality(ids) > 100 then ids := '{}'; end if;
  if cardinality(companies) > 100 then companies := '{}'; end if;
  perform pg_notify('trunkline_changed', json_build_object('subject', 'subnets', 'ids', ids, 'companies', companies)::text);
  return null;
end $$;
do $$
declare t text;
begin
  foreach t in array array['subnet', 'address'] loop
    execute format('drop trigger announce_insert on %I', t);
    execute format('drop trigger announce_update on %I', t);
    execute format('create trigger announce_insert after insert on %I referencing new table as new_rows for each statement execute function announce_space()', t);
    execute format('create trigger announce_update after update on %I referencing new table as new_rows old table as old_rows for each statement execute function announce_space()', t);
  end loop;
end $$;

