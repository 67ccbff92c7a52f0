-- The CA that signs client certificates, with its encrypted key: the newest one whose key the panel has. No row: none.
create or replace function panel.radius_authority()
  returns table (id bigint, pem text, signing_key bytea, not_after timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.pem, a.signing_key, a.not_after from radius_certificate a where a.kind = 'ca' and a.active and a.signing_key is not null order by a.id desc limit 1
$$;
alter function panel.radius_authority() owner to trunkline_app_all;
revoke execute on function panel.radius_authority() from public;
grant execute on function panel.radius_authority() to trunkline_app;
