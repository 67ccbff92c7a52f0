-- Each allocation counts itself in its node, and names no other column. A trigger's condition is read and made ready anew
-- for each statement, and those of a node compare twenty columns: named in the trigger, they are not looked at for a count.
do $$
declare
  described text;
  t record;
begin
  for t in select * from (values
    ('subnet_touch', 'net, parent_id, type, hosts, usage_type, category_id, state, company_id, exclusive, offered, used_by_kind, used_by_id, used_by_label, name, description, vlan, gateway, assign_len, policy, mark_full, expires_at, release_at, deleted_at'),
    ('audit_update', 'net, parent_id, type, hosts, usage_type, category_id, state, company_id, exclusive, offered, used_by_kind, used_by_id, used_by_label, name, description, vlan, gateway, assign_len, policy, mark_full, expires_at, release_at, deleted_at, version'),
    ('follow_update', 'net, parent_id, type, hosts, usage_type, category_id, state, company_id, exclusive, offered, used_by_kind, used_by_id, used_by_label, name, description, vlan, gateway, assign_len, policy, mark_full, expires_at, release_at, deleted_at, version'),
    ('deepen', 'company_id, lineage'),
    ('subnet_sibling_moved', 'net, parent_id, space_id, holds')) as v (name, columns)
  loop
    select pg_get_triggerdef(oid) into strict described from pg_trigger where tgrelid = 'subnet'::regclass and tgname = t.name;
    if position(' UPDATE ON ' in described) = 0 then raise exception '% is no trigger before or after an update', t.name; end if;
    execute format('drop trigger %I on subnet', t.name);
    execute replace(described, ' UPDATE ON ', format(' UPDATE OF %s ON ', t.columns));
  end loop;
end $$;
