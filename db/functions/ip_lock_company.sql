-- Locks the owner's company before the node: moving a company updates its nodes after its own row.
create or replace function ip_lock_company(node bigint, holder bigint) returns void language plpgsql as $$
begin
  -- Serialised from here on: a transaction that waits for a node holds no other lock yet. Rows with many concurrent lockers, and
  -- queues at a row, cost more than the work itself.
  perform pg_advisory_xact_lock(731, (node % 2147483647)::int) where node is not null;
  perform from company where id = coalesce(holder, (select company_id from subnet where id = node)) for share;
end $$;
