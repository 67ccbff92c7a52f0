-- Quarantine of space of this category, in days.
create or replace function ip_quarantine(category bigint) returns interval language sql stable
  as $$ select coalesce((select cool_down_days from subnet_category where id = category), 30) * interval '1 day' $$;
