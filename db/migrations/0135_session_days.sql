-- Ended sessions by day, so that the total of the history and the position of a deep page are sums over days instead of
-- counts of index entries: 250,000 entries took 100 ms, each time. A day is counted once, when it has ended; from then on
-- a trigger writes each later change of that day (a Stop that arrives late, a session that was not over, a restore) as a row
-- of its own, so that accounting never waits for a counter. A Stop of the last 24 hours writes nothing here.
-- functions: secured, note_session_day

create table session_closed_day (
  id bigint generated always as identity primary key,
  -- UTC.
  day date not null,
  n bigint not null,
  -- The count of the day; the other rows of the day are changes since.
  counted boolean not null default false
);
create index session_closed_day_day on session_closed_day (day);
create unique index session_closed_day_counted on session_closed_day (day) where counted;
select secured('session_closed_day', '', 'select, insert, delete');

create trigger note_day_insert after insert on session_closed for each row
  when (new.stopped_at < now() - interval '24 hours') execute function note_session_day();
create trigger note_day_delete after delete on session_closed for each row
  when (old.stopped_at < now() - interval '24 hours') execute function note_session_day();

-- Expired traffic by day is found by its day.
create index usage_by_day_day on usage_by_day (day);
