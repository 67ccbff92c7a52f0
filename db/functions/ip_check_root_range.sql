-- Ranges allowed without a parent subnet: in the public space any, for the provider only; in a private one private ranges.
create or replace function ip_check_root_range(space bigint, want cidr) returns void language plpgsql as $$
declare
  private_nets constant cidr[] := array['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'];
begin
  if ip_sees_all() then return; end if;
  if (select kind from ip_space where id = space) = 'public' then perform reject(422, 'net', 'space.provider_only');
  elsif not exists (select from unnest(private_nets) p where p >>= want) then
    perform reject(422, 'net', 'ip.not_private', jsonb_build_object('ranges', private_nets));
  end if;
end $$;
