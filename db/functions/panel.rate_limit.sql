-- Mikrotik-Rate-Limit: rx/tx, burst, threshold, time, priority; rx is from the customer. Null: unlimited.
create or replace function panel.rate_limit(up int, down int, burst_up int, burst_down int, threshold_up int, threshold_down int, seconds int, priority int)
  returns text
  language sql immutable parallel safe as $$
  select case when up is null and down is null and priority = 8 then null else
    coalesce(panel.rate_pair(up, down), '0/0') || case
      when burst_up is not null then ' ' || burst_up::text || 'k/' || burst_down::text || 'k ' || coalesce(threshold_up, up, 0)::text || 'k/' || coalesce(threshold_down, down, 0)::text || 'k '
        || seconds::text || '/' || seconds::text || ' ' || priority::text
      when priority <> 8 then ' 0/0 0/0 0/0 ' || priority::text
      else '' end
  end
$$;
alter function panel.rate_limit(integer, integer, integer, integer, integer, integer, integer, integer) owner to trunkline_app_all;
revoke execute on function panel.rate_limit(integer, integer, integer, integer, integer, integer, integer, integer) from public;
