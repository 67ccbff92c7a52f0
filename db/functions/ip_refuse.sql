-- A refusal that a caller is to read: `code` is the HTTP status, `field` the field of the request that it belongs to,
-- `detail` what the reply tells beside it. SQLSTATE TL409 and so on; server/src/db/refusal.ts reads it.
create or replace function ip_refuse(code int, field text, sentence text, detail jsonb default null) returns void language plpgsql as $$
begin
  raise exception using errcode = 'TL' || code, message = sentence, column = coalesce(field, ''), detail = coalesce(detail::text, '');
end $$;
