-- Settles the transaction's allocations before it does anything else with them.
create or replace function ip_settle_now() returns void language plpgsql as $$
begin
  if current_setting('app.taking', true) = 'taken' then
    set constraints ip_settle immediate;
    perform set_config('app.taking', '', true);
  end if;
end $$;
