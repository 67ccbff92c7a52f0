-- Whether a tariff belongs to the caller's company or a descendant. Bypasses row security, whose policies for tariffs depend on it.
create or replace function owns_tariff(wanted bigint) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from tariff where id = wanted and array_position(ancestor_ids, current_company()) is not null)
$$;
alter function owns_tariff(bigint) owner to trunkline_app_all;
