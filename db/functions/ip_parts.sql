-- The first `most` blocks of this length in a prefix.
create or replace function ip_parts(net cidr, len int, most bigint default 65536) returns setof cidr language plpgsql immutable as $$
declare
  part cidr := set_masklen(net, len);
begin
  for i in 1..least(most, 1 << (len - masklen(net))) loop
    if i > 1 then part := (broadcast(part) + 1)::cidr; end if;
    return next part;
  end loop;
end $$;
