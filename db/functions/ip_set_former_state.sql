-- Trigger of subnet and address: former_state is the state that a recovered row returns to.
create or replace function ip_set_former_state() returns trigger language plpgsql as $$
begin
  new.former_state := case when old.state in ('reserved', 'assigned') then old.state else 'reserved' end;
  return new;
end $$;
