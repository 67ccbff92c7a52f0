-- Stores a record that can never be stored otherwise, with the reason. `arguments` are those of panel.radius_record by name.
create or replace function panel.dead_letter(kind text, arguments jsonb, state text, message text) returns void language plpgsql as $$
declare
  readable jsonb := arguments;
  octets jsonb := '{}';
  name text;
begin
  foreach name in array array['session_id', 'login', 'port', 'calling', 'called'] loop
    begin
      readable := readable || jsonb_build_object(name, panel.octets_text(arguments ->> name));
      octets := octets || jsonb_build_object(name, arguments ->> name);
    exception when data_exception then
      -- Not hexadecimal: stored unchanged.
      continue;
    end;
  end loop;
  insert into acct_dead_letter (kind, arguments, octets, nas_id, login, sqlstate, error)
    values (kind, jsonb_strip_nulls(readable), jsonb_strip_nulls(octets), panel.number(arguments ->> 'nas', 9223372036854775807), coalesce(readable ->> 'login', ''), state, message);
end $$;
alter function panel.dead_letter(text, jsonb, text, text) owner to trunkline_app_all;
revoke execute on function panel.dead_letter(text, jsonb, text, text) from public;
