-- Trigger of subnet: updates search_text. A generated column would be planned again by each statement that writes the table.
create or replace function ip_set_subnet_search() returns trigger language plpgsql as $$
begin
  new.search_text := lower(host(new.net) || '/' || masklen(new.net) || ' ' || new.name || ' ' || new.description || ' ' || coalesce(new.used_by_label, ''));
  return new;
end $$;
