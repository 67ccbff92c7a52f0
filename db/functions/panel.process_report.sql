-- Applies one stored report to its running session.
create or replace function panel.process_report(r acct_report) returns void language sql as $$
  select panel.radius_record('Interim-Update', r.uid, r.session_id, r.login, r.nas, r.src_ip, r.port, r.calling, r.called, r.ip, r.ipv6_prefix, r.ipv6_address, r.delegated_prefix, r.cgn, r.service, r.hints, r.at, r.secs,
    r.in_octets, r.in_gigawords, r.out_octets, r.out_gigawords, '')
$$;
alter function panel.process_report(acct_report) owner to trunkline_app_all;
revoke execute on function panel.process_report(acct_report) from public;
