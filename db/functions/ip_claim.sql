-- ip_carve that reports what is in the way.
create or replace function ip_claim(node subnet, want cidr, field text default 'net') returns void language plpgsql as $$
begin
  perform ip_carve(node.id, want);
exception when sqlstate 'TL409' then
  perform ip_reject_allocated(node.space_id, node.id, want, field);
end $$;
