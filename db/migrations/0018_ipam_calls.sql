-- Another type for a node that is empty: what gives addresses does not give subnets, so nothing may be in it yet.
create function ip_retype(wanted bigint, new_type text, new_hosts boolean) returns void language plpgsql as $$
declare
  n subnet := ip_lock(wanted, null);
  above text;
begin
  if not ip_sees(n.lineage) then perform ip_refuse(403, null, 'The subnet belongs to the company that offers it.'); end if;
  perform ip_check_open(n, 'type');
  new_hosts := case new_type when 'network' then true when 'container' then false else coalesce(new_hosts, case when n.type = 'pool' then n.hosts else true end) end;
  if new_type = n.type and new_hosts = n.hosts then return; end if;
  if n.child_count + n.address_count > 0 or exists (select from ip_range where subnet_id = n.id and kind <> 'edge') then
    perform ip_refuse(409, case when new_type = n.type then 'hosts' else 'type' end, format('%s is in use: only an empty subnet changes its type.', n.net),
      jsonb_build_object('subnets', n.child_count, 'addresses', n.address_count));
  end if;
  select type into above from subnet where id = n.parent_id;
  if above = 'pool' and new_type = 'pool' then perform ip_refuse(422, 'type', 'A pool can not stand in a pool.'); end if;
  delete from ip_range where subnet_id = n.id;
  perform ip_free_rebuild(n.id);
  update subnet set type = new_type, hosts = new_hosts, edges_cut = false, used = 0,
    assign_len = case when new_hosts then ip_bits(net) when hosts then ip_default_unit(net, false, (select k from subnet_category k where k.id = category_id)) else assign_len end,
    gateway = case when new_hosts then gateway end where id = n.id;
end $$;

select ip_engine('ip_retype(bigint,text,boolean)');

-- Where addresses or prefixes run out soon: less than a tenth is free. Containers are meant to be handed on whole, and
-- what is smaller than 16 units is full by its nature; what RADIUS leases from is its own as a whole.
alter table subnet add column leased boolean not null default false;
alter table subnet add column nearly_full boolean not null generated always as (
  deleted_at is null and not mark_full and not leased and type <> 'container' and assign_len - masklen(net) >= 4 and used * 10 > ip_size(net) * 9) stored;
select scoped_index('subnet', 'subnet_nearly_full', 'net, id', 'nearly_full');
