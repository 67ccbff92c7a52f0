-- Every change of a row increments its version, which detects concurrent edits.
create or replace function touch_row() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
