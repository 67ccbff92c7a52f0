-- Trigger of address: updates search_text. A generated column would be planned again by each statement that writes the table.
create or replace function ip_set_address_search() returns trigger language plpgsql as $$
begin
  new.search_text := lower(host(new.ip) || ' ' || new.dns_name || ' ' || new.note || ' ' || coalesce(new.used_by_label, ''));
  return new;
end $$;
