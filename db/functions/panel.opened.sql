-- random iv (16) | AES-256-CBC with PKCS#7 padding; server/src/sessions/seal.ts writes it.
create or replace function panel.opened(sealed bytea) returns text language sql stable as $$
  select convert_from(decrypt_iv(substr(sealed, 17), decode(current_setting('panel.radius_key'), 'hex'), substr(sealed, 1, 16), 'aes-cbc/pad:pkcs'), 'UTF8')
$$;
alter function panel.opened(bytea) owner to trunkline_app_all;
revoke execute on function panel.opened(bytea) from public;
