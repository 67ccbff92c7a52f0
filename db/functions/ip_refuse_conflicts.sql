-- Rejects with 409 where a look found conflicts: the first as the message, all of them in the detail.
create or replace function ip_refuse_conflicts(looked jsonb, field text) returns void language plpgsql as $$
begin
  if looked -> 'conflicts' <> '[]' then
    perform ip_refuse(409, field, looked #>> '{conflicts,0,message}', jsonb_build_object('conflicts', looked -> 'conflicts'));
  end if;
end $$;
