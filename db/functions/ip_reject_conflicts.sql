-- Rejects with 409 if a preview found conflicts: the first as the reason, all of them in the detail.
create or replace function ip_reject_conflicts(looked jsonb, field text) returns void language plpgsql as $$
begin
  if looked -> 'conflicts' <> '[]' then
    perform reject(409, field, looked #>> '{conflicts,0,reason}', looked #> '{conflicts,0,params}', jsonb_build_object('conflicts', looked -> 'conflicts'));
  end if;
end $$;
