-- The caller's company, from the settings of the tenant transaction. Unset is '' after a first local set.
create or replace function current_company() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.company', true), '')::bigint $$;
