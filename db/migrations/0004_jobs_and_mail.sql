-- What rooms put into the job queue inside their own transaction, who works it off, and the sender's name on a mail.

-- Tasks that a request may ask for. A migration that brings another says this function again, with the whole list.
create function queueable_tasks() returns text[] language sql immutable parallel safe
  as $$ select array['send-mail'] $$;

-- The one way to ask for a job from inside a transaction: it exists when the transaction commits, else never was.
-- Graphile's own tables are out of a tenant's reach. A key that is asked for again before the job has started is one
-- job, with the newer payload. Five tries, then the job is parked: it stays in the queue, visible and untouched.
create function queue_job(task text, payload jsonb default '{}', key text default null, run_at timestamptz default null)
  returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  job_id bigint;
begin
  if queue_job.task <> all (queueable_tasks()) then
    raise exception 'task % can not be asked for', task using errcode = 'insufficient_privilege';
  end if;
  select j.id into job_id from graphile_worker.add_job(
    queue_job.task, payload => queue_job.payload::json, run_at => queue_job.run_at, max_attempts => 5, job_key => queue_job.key) j;
  return job_id;
end $$;

-- Processes that work the queue off. One that is not seen for 30 seconds is taken for dead and its jobs are given back.
create table job_worker (
  id text primary key,
  seen_at timestamptz not null default now()
);

alter table mail add column from_name text;
create index mail_settled on mail (created_at) where state <> 'queued';

drop function queue_mail(bigint, text, text, text, text, text, text, text, text);
-- A tenant's request that sends mail (an invitation) puts the finished mail here; only the panel reads it back.
-- Null: the effect was asked for before under this dedupe_key.
create function queue_mail(company_id bigint, kind text, dedupe_key text, to_address text, from_name text, subject text, body_text text, body_html text, locale text, message_id text, state text)
  returns bigint language sql security definer set search_path = public, pg_temp as $$
  insert into mail (company_id, kind, dedupe_key, to_address, from_name, subject, body_text, body_html, locale, message_id, state)
  values (company_id, kind, dedupe_key, to_address, from_name, subject, body_text, body_html, locale, message_id, state)
  on conflict (dedupe_key) do nothing
  returning id
$$;

alter table job_worker enable row level security;
alter table job_worker force row level security;
create policy everything on job_worker to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on job_worker to trunkline_app_all;

grant create on schema public to trunkline_app_all;
alter function queue_job(text, jsonb, text, timestamptz) owner to trunkline_app_all;
alter function queue_mail(bigint, text, text, text, text, text, text, text, text, text, text) owner to trunkline_app_all;
revoke create on schema public from trunkline_app_all;
