-- Requests of one window (a minute of the database's clock), counted over all processes. Unlogged: a crash of the
-- database forgets counts of at most one minute.
create unlogged table request_count (
  -- Hash of what is counted (user, company, network, and the endpoint where it is narrower): holds no address.
  key text primary key,
  -- Minutes since 1970-01-01 00:00 UTC.
  time_window bigint not null,
  hits integer not null
);
alter table request_count enable row level security;
alter table request_count force row level security;
create policy everything on request_count to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on request_count to trunkline_app_all;
