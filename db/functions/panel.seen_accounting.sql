-- Records that a NAS has sent accounting.
create or replace function panel.seen_accounting(nas bigint) returns void language sql as $$
  insert into nas_heard (nas_id, acct_at) values (nas, now()) on conflict (nas_id) do update set acct_at = now()
$$;
alter function panel.seen_accounting(bigint) owner to trunkline_app_all;
revoke execute on function panel.seen_accounting(bigint) from public;
