-- Notes that a NAS told of its sessions.
create or replace function panel.heard_acct(nas bigint) returns void language sql as $$
  insert into nas_heard (nas_id, acct_at) values (nas, now()) on conflict (nas_id) do update set acct_at = now()
$$;
alter function panel.heard_acct(bigint) owner to trunkline_app_all;
revoke execute on function panel.heard_acct(bigint) from public;
