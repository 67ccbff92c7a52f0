-- Trigger of session_closed for rows of a day that may be counted already (panel.count_session_days).
create or replace function note_session_day() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into session_closed_day (day, n) values ((new.stopped_at at time zone 'UTC')::date, 1);
  else
    insert into session_closed_day (day, n) values ((old.stopped_at at time zone 'UTC')::date, -1);
  end if;
  return null;
end $$;
alter function note_session_day() owner to trunkline_app_all;
