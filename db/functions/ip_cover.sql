-- The fewest prefixes that cover exactly the addresses from lo to hi.
create or replace function ip_cover(lo inet, hi inet) returns setof cidr language plpgsql immutable parallel safe as $$
declare
  bits int := ip_bits(lo);
  at inet := set_masklen(lo, bits);
  until inet := set_masklen(hi, bits);
  len int;
begin
  while at <= until loop
    len := bits;
    while len > 0 and ip_first(set_masklen(at, len - 1)) = at and ip_last(set_masklen(at, len - 1)) <= until loop
      len := len - 1;
    end loop;
    return next network(set_masklen(at, len));
    -- The last address of a family has no successor.
    exit when ip_last(set_masklen(at, len)) >= until;
    at := ip_last(set_masklen(at, len)) + 1;
  end loop;
end $$;
