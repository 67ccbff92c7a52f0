-- Who is calling, from the settings that the door sets for one transaction. Unset is '' after a first local set.
create or replace function current_company() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.company', true), '')::bigint $$;
