-- Trigger of hardware: updates the site's counts of devices and of devices online.
create or replace function site_count_insert() returns trigger language plpgsql as $$
begin
  perform site_count('{}', (select array_agg(r::hardware) from after_rows r where site_id is not null));
  return null;
end $$;
