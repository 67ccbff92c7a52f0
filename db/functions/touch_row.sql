-- Every change of a row counts its version, by which two people who edit the same row are told apart.
create or replace function touch_row() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
