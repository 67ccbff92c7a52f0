-- The search of the panel finds a subscriber by any identifier: MAC addresses, host names, addresses, telephone numbers,
-- postcodes, keys, session ids. Values of records are in their search_text, what devices report of their clients is in
-- reading_entry; sessions are found by indexes on columns that accounting never changes.
-- functions: option82_text, secured, visible_with

-- A postcode and a key are typed with and without their separators, a MAC address in any notation: both forms are stored,
-- and the search brings others to these (server/src/features/search/question.ts).
alter table company drop column search_text;
alter table company add column search_text text generated always as (lower(
  name || ' ' || coalesce(legal_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(city, '')
  || ' ' || coalesce('+' || phone_country_code || phone_number, '')
  || ' ' || coalesce(address_line_1, '') || coalesce(' ' || postcode || ' ' || replace(postcode, ' ', ''), '')
  || ' ' || coalesce(registration_number, '') || ' ' || coalesce(vat_number, ''))) stored not null;
create index company_search on company using gin (search_text gin_trgm_ops);

alter table site drop column search_text;
alter table site add column search_text text generated always as (lower(
  name || ' ' || coalesce(city, '') || ' ' || coalesce(address_line_1, '') || coalesce(' ' || postcode || ' ' || replace(postcode, ' ', ''), '')
  || ' ' || coalesce(contact_name, '') || ' ' || coalesce(contact_email, '')
  || ' ' || coalesce('+' || phone_country_code || phone_number, ''))) stored not null;
create index site_search on site using gin (search_text gin_trgm_ops);

alter table hardware drop column search_text;
alter table hardware add column search_text text generated always as (lower(
  name || ' ' || coalesce(serial_number, '')
  || coalesce(' ' || mac::text || ' ' || replace(mac::text, ':', ''), '') || ' ' || coalesce(comment, '')
  || ' ' || coalesce(management_address, '') || ' ' || coalesce('+' || phone_country_code || phone_number, ''))) stored not null;
create index hardware_search on hardware using gin (search_text gin_trgm_ops);
-- The trigrams of an address (its octets) are in most rows that have one: a whole address is looked up by equality.
create index hardware_management_address on hardware (management_address) where management_address is not null;

alter table licence drop column search_text;
alter table licence add column search_text text generated always as (lower(
  key || ' ' || replace(key, '-', '') || ' ' || coalesce(notes, ''))) stored not null;
create index licence_search on licence using gin (search_text gin_trgm_ops);

alter table service drop column search_text;
alter table service add column search_text text generated always as (lower(
  username || ' ' || name || ' ' || coalesce(host(address), '')
  || coalesce(' ' || mac::text || ' ' || replace(mac::text, ':', ''), '')
  || coalesce(' ' || option82_text(circuit_id), '') || coalesce(' ' || option82_text(remote_id), '')
  || coalesce(' ' || calling_station || ' ' || replace(replace(replace(calling_station, ':', ''), '-', ''), '.', ''), '')
  || coalesce(' ' || text(network), '') || coalesce(' ' || text(framed_ipv6), '') || coalesce(' ' || text(ipv6_network), ''))) stored not null;
create index service_search on service using gin (search_text gin_trgm_ops);
create index service_address on service (address) where address is not null;

-- Sessions. The NAS decides how a MAC address is spelled, so any part of a calling station is found by trigrams, and only
-- while the session runs; the history is found by the whole address in each common spelling. Neither column changes after
-- the Start: interim updates stay heap-only.
create index session_live_calling on session_live using gin (calling gin_trgm_ops);
create index session_live_acct on session_live (acct_session_id text_pattern_ops);
create index session_closed_calling on session_closed (calling text_pattern_ops);
create index session_closed_acct on session_closed (acct_session_id text_pattern_ops);

-- What search finds in the last readings of devices: DHCP leases, Wi-Fi clients, rows of Wi-Fi access lists, and the device's
-- own identity. A row for each, written with the reading and only where it differs (server/src/devices/reading-entries.ts).
-- It is filled by the next reading of each device.
create table reading_entry (
  hardware_id bigint not null references hardware on delete cascade,
  -- As in hardware_menu; `system`: the device itself.
  menu text not null,
  -- What identifies the entry within the menu across readings: its MAC address and address.
  key text not null,
  mac macaddr,
  address inet,
  -- Host name, or the comment of the row.
  name text not null default '',
  -- Of a lease its status, of an access list row its action.
  state text not null default '',
  search_text text not null generated always as (lower(
    name || coalesce(' ' || mac::text || ' ' || replace(mac::text, ':', ''), '') || coalesce(' ' || host(address), ''))) stored,
  primary key (hardware_id, menu, key)
) with (fillfactor = 90);
create index reading_entry_search on reading_entry using gin (search_text gin_trgm_ops);
create index reading_entry_address on reading_entry (address) where address is not null;
select secured('reading_entry', 'select');
select visible_with('reading_entry', 'hardware', 'hardware_id');
