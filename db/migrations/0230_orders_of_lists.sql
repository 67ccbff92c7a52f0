-- Orders of the longest lists that no index had, for the provider, who sees all rows; a company below sorts its own rows. A page
-- at any depth is found by walking the index without reading rows, so an index on an expression includes the columns of the
-- expression.

drop index app_user_email, app_user_created;
create unique index app_user_email on app_user (email) include (id) where deleted_at is null;
create index app_user_created on app_user (created_at, id) where deleted_at is null;
create index app_user_updated on app_user (updated_at, id) where deleted_at is null;
create index app_user_role on app_user (role, id) where deleted_at is null;
create index app_user_active on app_user (is_active, id) where deleted_at is null;
create index app_user_seen on app_user (last_seen_at, id) where deleted_at is null;

drop index service_state;
create index service_state on service
  (kind, (case status when 'suspended' then 0 when 'pending' then 1 when 'active' then 2 else 3 end), username, id)
  include (status) where deleted_at is null;
create index service_by_name on service (kind, name, id) where deleted_at is null;
create index service_by_method on service (kind, auth_method, id) where deleted_at is null;
create index service_by_mac on service (kind, mac, id) where deleted_at is null;
create index service_by_period on service (kind, payment_period, id) where deleted_at is null;
create index service_by_start on service (kind, starts_on, id) where deleted_at is null;
create index service_by_end on service (kind, ends_on, id) where deleted_at is null;
create index service_by_address on service (kind, (case when status <> 'terminated' then address end), id)
  include (status, address) where deleted_at is null;
create index service_by_quota on service
  (kind, (case quota_state when 'stopped' then 0 when 'slowed' then 1 else 2 end), id) include (quota_state) where deleted_at is null;
create index service_created on service (kind, created_at, id) where deleted_at is null;
create index service_updated on service (kind, updated_at, id) where deleted_at is null;

drop index hardware_online;
create index hardware_online on hardware ((case when is_online then 1 when is_online is null then 2 else 0 end), name, id)
  include (is_online) where deleted_at is null;
create index hardware_updated on hardware (updated_at, id) where deleted_at is null;

drop index site_state;
create index site_state on site
  ((case status when 'offline' then 0 when 'partial' then 1 when 'online' then 2 else 3 end), name, id)
  include (status) where deleted_at is null;
create index site_by_city on site (city, id) where deleted_at is null;
create index site_by_devices on site (hardware_count, id) where deleted_at is null;
create index site_created on site (created_at, id) where deleted_at is null;
create index site_updated on site (updated_at, id) where deleted_at is null;

drop index licence_state;
create index licence_state on licence
  ((case status when 'expired' then 4 when 'suspended' then 3 when 'active' then 2 when 'available' then 1 else 0 end), id)
  include (status) where deleted_at is null;
create index licence_by_key on licence (key, id) where deleted_at is null;
create index licence_by_level on licence (level, id) where deleted_at is null;
create index licence_by_category on licence (category, id) where deleted_at is null;
create index licence_by_type on licence (type, id) where deleted_at is null;
create index licence_by_quantity on licence (quantity, id) where deleted_at is null;
create index licence_by_start on licence (starts_on, id) where deleted_at is null;
create index licence_created on licence (created_at, id) where deleted_at is null;
create index licence_updated on licence (updated_at, id) where deleted_at is null;
