-- What may stand without a subnet above it: in the public space what the provider says, in a private one what is meant for it.
create or replace function ip_check_root_range(space bigint, want cidr) returns void language plpgsql as $$
begin
  if ip_everything() then return; end if;
  if (select kind from ip_space where id = space) = 'public' then perform ip_refuse(422, 'net', 'Only the provider has public space without a subnet above it.');
  elsif not exists (select from unnest(array['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']::cidr[]) p where p >>= want) then
    perform ip_refuse(422, 'net', 'A private space holds 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 and fc00::/7.');
  end if;
end $$;
