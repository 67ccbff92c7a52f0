-- Rows are counted by company, and found within one, for the orders by the name of the company; services also by tariff and NAS.
create index app_user_of_company on app_user (company_id, id) where deleted_at is null;
create index hardware_of_company on hardware (company_id, id) where deleted_at is null;
create index site_of_company on site (company_id, id) where deleted_at is null;
create index licence_of_company on licence (company_id, id) where deleted_at is null;
create index service_of_company on service (kind, company_id, id) where deleted_at is null;
create index service_of_tariff on service (kind, tariff_id, id) where deleted_at is null;
create index service_of_nas on service (kind, nas_id, id) where deleted_at is null;
