-- How many services of the caller's part of the tree have a tariff: by company, so that those of others are not walked over.
drop index service_tariff;
create index service_tariff on service (tariff_id, company_id);

-- Tells the running sessions of a tariff of its new rates.
do $$
begin
  execute format('create or replace function queueable_tasks() returns text[] language sql immutable parallel safe as %L',
    format('select %L::text[]', queueable_tasks() || array['tell-tariff']));
end $$;
