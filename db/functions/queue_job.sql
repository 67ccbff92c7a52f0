-- The only way to enqueue a job inside a transaction: it exists once the transaction commits.
-- Tenants have no access to Graphile's own tables. A key that is enqueued again before the job has started is one
-- job, with the newer payload. After five attempts the job is parked: it stays in the queue, visible and unchanged.
create or replace function queue_job(task text, payload jsonb default '{}', key text default null, run_at timestamptz default null)
  returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  job_id bigint;
begin
  if queue_job.task <> all (queueable_tasks()) then
    raise exception 'task % cannot be queued', task using errcode = 'insufficient_privilege';
  end if;
  select j.id into job_id from graphile_worker.add_job(
    queue_job.task, payload => queue_job.payload::json, run_at => queue_job.run_at, max_attempts => 5, job_key => queue_job.key) j;
  return job_id;
end $$;
alter function queue_job(text, jsonb, text, timestamp with time zone) owner to trunkline_app_all;
