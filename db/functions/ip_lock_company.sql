-- The holder's company is locked before the node: a company that moves takes its nodes along, after its own row.
create or replace function ip_lock_company(node bigint, holder bigint) returns void language plpgsql as $$
begin
  -- One after the other from here on: whoever waits for a node holds nothing yet. Rows that many hold at once, and
  -- queues at a row, cost more than the work itself.
  perform pg_advisory_xact_lock(731, (node % 2147483647)::int) where node is not null;
  perform from company where id = coalesce(holder, (select company_id from subnet where id = node)) for share;
end $$;
