-- The ranges of a node divided among its parts of this length, without the edges of the parts.
create or replace function ip_ranges_by_part(node bigint, len int, type text) returns table (part cidr, lo inet, hi inet, kind text, note text) language plpgsql stable as $$
begin
  return query select p.part, greatest(r.lo, ip_usable_first(p.part, type)), least(r.hi, ip_usable_last(p.part, type)), r.kind, r.note
    from ip_range r, lateral (
      select distinct b as part from ip_cover(r.lo, r.hi) c, lateral (select * from ip_parts(set_masklen(c, least(len, masklen(c))), len)) part (b)) p
    where r.subnet_id = node and r.kind <> 'edge' and greatest(r.lo, ip_usable_first(p.part, type)) <= least(r.hi, ip_usable_last(p.part, type));
end $$;
