-- Port blocks of carrier-grade NAT, `address:from-to`, comma-separated; invalid ones are skipped.
create or replace function panel.cgn_blocks(value text) returns table (address inet, port_from int, port_to int) language sql immutable parallel safe as $$
  select m[1]::inet, m[2]::int, m[3]::int
    from unnest(string_to_array(value, ',')) c, regexp_match(c, '^((?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)):(\d{1,5})-(\d{1,5})$') m
    where m is not null and m[2]::int <= m[3]::int and m[3]::int <= 65535
$$;
alter function panel.cgn_blocks(text) owner to trunkline_app_all;
revoke execute on function panel.cgn_blocks(text) from public;
