-- Normalises a calling station: MAC addresses have many notations.
create or replace function panel.station(calling text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(calling, '[^0-9A-Za-z]', '', 'g'))
$$;
alter function panel.station(text) owner to trunkline_app_all;
revoke execute on function panel.station(text) from public;
