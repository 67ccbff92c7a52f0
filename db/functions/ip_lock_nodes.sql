-- Locks nodes in the same order as every other writer.
create or replace function ip_lock_nodes(nodes jsonb) returns void language plpgsql as $$
begin
  perform ip_settle_now();
  perform from subnet where id in (select i::bigint from jsonb_array_elements_text(nodes) i) order by space_id, net for no key update;
end $$;
