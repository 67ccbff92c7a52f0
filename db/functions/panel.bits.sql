-- bit/s in 32 bits, as most vendors define it.
create or replace function panel.bits(kbits int) returns text language sql immutable parallel safe
  as $$ select least(kbits::bigint * 1000, 4294967295)::text $$;
alter function panel.bits(integer) owner to trunkline_app_all;
revoke execute on function panel.bits(integer) from public;
