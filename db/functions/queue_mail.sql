-- A tenant's request that sends mail (an invitation) stores the finished mail here; only the panel reads it.
-- sealed_body: the encrypted texts of a mail with a secret link, which body_text and body_html do not contain.
-- Returns null if a mail with this dedupe_key was already queued.
create or replace function queue_mail(company_id bigint, kind text, dedupe_key text, to_address text, from_name text, subject text, body_text text, body_html text, locale text, message_id text, state text, sealed_body bytea default null)
  returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  insert into mail (company_id, kind, dedupe_key, to_address, from_name, subject, body_text, body_html, locale, message_id, state, sealed_body)
  values (company_id, kind, dedupe_key, to_address, from_name, subject, body_text, body_html, locale, message_id, state, sealed_body)
  on conflict (dedupe_key) do nothing
  returning id
$$;
alter function queue_mail(bigint, text, text, text, text, text, text, text, text, text, text, bytea) owner to trunkline_app_all;
