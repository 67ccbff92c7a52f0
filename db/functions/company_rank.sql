-- Rank of a company type, 1 for the provider; null for an unknown type.
create or replace function company_rank(type text) returns int language sql immutable parallel safe
  as $$ select array_position(array['simrush', 'master-distributor', 'distributor', 'reseller', 'client'], type) $$;
