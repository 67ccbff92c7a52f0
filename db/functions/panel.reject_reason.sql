-- Why FreeRADIUS itself rejected a login, from its modules' messages. Only clear cases are reported as a wrong
-- password.
create or replace function panel.reject_reason(detail text, known boolean) returns text language sql immutable parallel safe as $$
  select case
    when detail ~* 'unknown ca|unknown_ca' then 'certificate-not-trusted'
    when detail ~* 'alert.*(bad certificate|certificate unknown|certificate expired|certificate_unknown|bad_certificate|access denied|internal error)|(bad certificate|certificate unknown|access denied)' then 'certificate-refused'
    when detail ~* 'certificate.*(verif|expired|revoked)|verify failed|no certificate|peer did not return' then 'client-certificate-invalid'
    when detail ~* 'No mutually acceptable types|unsupported EAP type|NAK' then 'method-not-offered'
    when detail ~* 'no-password' then 'no-password'
    when not known then 'unknown-user'
    when detail ~* 'MS-CHAP2?-Response is incorrect|does not match|password (check|comparison|authentication) failed|digest does not match|password .*(mismatch|incorrect)|mschap: .*incorrect' then 'bad-credentials'
    when detail = '' or detail ~* 'No Auth-Type found' then 'bad-credentials'
    else 'eap-failed'
  end
$$;
alter function panel.reject_reason(text, boolean) owner to trunkline_app_all;
revoke execute on function panel.reject_reason(text, boolean) from public;
