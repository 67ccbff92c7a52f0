-- Rejects a call: `code` is the HTTP status (403, 404, 409, 422), `field` the request field that the reason is
-- about or null, `reason` one of contract/src/reasons with its parameters, `detail` the reply's `details`.
-- Raises SQLSTATE TL409 and so on, which server/src/db/rejection.ts converts to the reply.
create or replace function reject(code int, field text, reason text, params jsonb default '{}', detail jsonb default null)
  returns void language plpgsql as $$
begin
  raise exception using errcode = 'TL' || code,
    message = '{"reason":' || to_json(reason) || ',"params":' || coalesce(params, '{}') || '}',
    column = coalesce(field, ''), detail = coalesce(detail::text, '');
end $$;
