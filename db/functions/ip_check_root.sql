-- A root: in the public space only the provider may create one; in a private one only private ranges, owned in its company's subtree.
create or replace function ip_check_root(space bigint, want cidr, holder bigint) returns void language plpgsql as $$
declare
  private_nets constant cidr[] := array['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'];
  found_space record;
  inside record;
begin
  select s.kind, s.company_id, c.ancestor_ids into found_space from ip_space s left join company c on c.id = s.company_id where s.id = space;
  if not found or (found_space.kind = 'private' and not ip_sees(found_space.ancestor_ids)) then
    perform reject(422, 'space_id', 'row.missing', jsonb_build_object('kind', 'ip-space'));
  end if;
  if not ip_sees_all() then
    if found_space.kind = 'public' then
      perform reject(422, 'parent_id', 'space.provider_only');
    elsif not exists (select from unnest(private_nets) p where p >>= want) then
      perform reject(422, 'net', 'ip.not_private', jsonb_build_object('ranges', private_nets));
    end if;
  end if;
  perform ip_check_owner(holder, coalesce(found_space.company_id, (select id from company where parent_id is null)));
  select id, net into inside from subnet where space_id = space and holds and net >= want order by net limit 1;
  if inside.id is not null and want >>= inside.net then perform ip_reject_allocated(space, null, want); end if;
end $$;
