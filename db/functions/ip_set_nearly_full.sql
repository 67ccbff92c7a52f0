-- Trigger of subnet: updates nearly_full, which is set if less than a tenth is free.
create or replace function ip_set_nearly_full() returns trigger language plpgsql as $$
begin
  new.nearly_full := new.deleted_at is null and not new.mark_full and not new.leased and new.type <> 'container'
    and new.assign_len - masklen(new.net) >= 4 and new.used * 10 > ip_size(new.net) * 9;
  return new;
end $$;
