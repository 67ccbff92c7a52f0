-- Rejects a call: `code` is the HTTP status (403, 404, 409, 422), `field` the field of the request that the reason is
-- about or null, `reason` one of contract/src/reasons with its parameters, `detail` what the reply's `details` hold.
-- Raises SQLSTATE TL409 and so on; server/src/db/rejection.ts reads it.
create or replace function reject(code int, field text, reason text, params jsonb default '{}', detail jsonb default null)
  returns void language plpgsql as $$
begin
  raise exception using errcode = 'TL' || code,
    message = '{"reason":' || to_json(reason) || ',"params":' || coalesce(params, '{}') || '}',
    column = coalesce(field, ''), detail = coalesce(detail::text, '');
end $$;
