-- Applies stored reports to their sessions, and returns how many. Serialised: while another session runs it, a call returns
-- immediately, unless it has to wait because it depends on the result.
-- It starts a little before the end of the last run, for reports that were being written then, and skips deleted
-- rows, which stay in the index until the next vacuum. A call that waits reads all rows.
create or replace function panel.process_reports(waits boolean default false)
  returns int
  language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  batch acct_report[];
  low bigint;
begin
  if waits then
    perform pg_advisory_xact_lock(732);
  elsif not pg_try_advisory_xact_lock(732) then
    return 0;
  end if;
  select case when waits then 0 else t.up_to - 500 end into low from acct_taken t;
  with taken as (delete from acct_report r where r.id > low returning r.*)
    select array_agg(t.* order by t.id) into batch from taken t;
  if batch is null then return 0; end if;
  update acct_taken set up_to = greatest(up_to, batch[cardinality(batch)].id), at = now();
  perform panel.apply_reports(batch);
  return cardinality(batch);
end $$;
alter function panel.process_reports(boolean) owner to trunkline_app_all;
revoke execute on function panel.process_reports(boolean) from public;
