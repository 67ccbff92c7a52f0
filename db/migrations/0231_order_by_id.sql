-- The order by id outside the trash: the primary key also has the rows in the trash, so that each row was read.
create index app_user_latest on app_user (id) where deleted_at is null;
create index hardware_by_id on hardware (id) where deleted_at is null;
create index site_by_id on site (id) where deleted_at is null;
