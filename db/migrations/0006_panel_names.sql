-- Who invited, and whose a saved view is, as a name kept in the row: row security hides people of companies above, and
-- both are read from below.
alter table invitation add column invited_by text not null default '';
alter table saved_view add column owner_name text not null default '';

-- The palette finds invitations by part of the address or of the company to be founded.
alter table invitation add column search_text text generated always as (lower(email || ' ' || coalesce(new_company_name, ''))) stored not null;
create index invitation_search on invitation using gin (search_text gin_trgm_ops);
-- Open ones are few, however long the history: the dashboard counts these alone.
create index invitation_open on invitation (company_id, expires_at) where accepted_at is null and cancelled_at is null;
create index mail_failed on mail (id) where state = 'failed';
