-- Start of the quota's period. Days are UTC days; weeks start on Monday.
create or replace function panel.quota_since(period text) returns date language sql stable as $$
  select date_trunc(period, now() at time zone 'UTC')::date
$$;
alter function panel.quota_since(text) owner to trunkline_app_all;
revoke execute on function panel.quota_since(text) from public;
