-- Length of an address of this family, in bits: 32 or 128.
create or replace function ip_bits(net inet) returns int language sql immutable parallel safe
  as $$ select case family(net) when 4 then 32 else 128 end $$;
