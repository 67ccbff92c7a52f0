-- Default length of allocations from a node: the usual assignment, or the rest of the node if it is smaller.
create or replace function ip_default_unit(net cidr, hosts boolean, category subnet_category) returns int language plpgsql stable as $$
declare
  unit int;
begin
  if hosts then return ip_bits(net); end if;
  foreach unit in array case family(net) when 4 then array[category.default_unit_v4, 24, 29, 32] else array[category.default_unit_v6, 56, 64, 128] end loop
    exit when unit > masklen(net);
  end loop;
  return unit;
end $$;
