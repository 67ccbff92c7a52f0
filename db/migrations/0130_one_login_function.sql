-- panel.radius_login does what it did: a function less for each login.
drop function if exists panel.login_items(bigint, bigint, text, text, text, boolean);
