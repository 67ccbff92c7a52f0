-- Certificates for the start of FreeRADIUS: the CAs that verify client certificates, the server certificate with its
-- chain, and its private key. Services are looked up by serial number, so a CA whose serial numbers the panel does not
-- assign is trusted only if there is no other. No row: the panel has not created its certificates yet.
create or replace function panel.radius_certificates()
  returns table (ca text, server text, key text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select (select string_agg(a.pem, E'\n' order by a.id) from radius_certificate a where a.kind = 'ca' and a.active
      and (a.signing_key is not null or not exists (select from radius_certificate o where o.kind = 'ca' and o.active and o.signing_key is not null))),
    s.pem, panel.opened(s.private_key)
  from radius_certificate s where s.kind = 'server' and s.active
$$;
alter function panel.radius_certificates() owner to trunkline_app_all;
revoke execute on function panel.radius_certificates() from public;
grant execute on function panel.radius_certificates() to trunkline_radius;
