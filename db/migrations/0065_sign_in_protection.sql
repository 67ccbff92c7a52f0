-- Browsers that a user has signed in from, and mails with secret links encrypted at rest.

-- A browser from which a user has signed in holds a random token in a cookie. It gives the sign-ins from there a count of
-- wrong passwords of their own, so that an attack on the account from other addresses does not delay its owner. It is no
-- credential: password and second factor are asked for all the same. See server/src/access/known-devices.ts.
create table known_device (
  -- SHA-256 of the token.
  hash bytea primary key,
  user_id bigint not null references app_user,
  -- The latest session that was started from there; ending it by hand revokes the device.
  session_id bigint references session on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index known_device_user on known_device (user_id, last_used_at);
create index known_device_session on known_device (session_id);
create index known_device_expires on known_device (expires_at);
alter table known_device enable row level security;
alter table known_device force row level security;
create policy everything on known_device to trunkline_app_all using (true) with check (true);
grant select, insert, update, delete on known_device to trunkline_app_all;

-- Texts of a mail whose link is a secret: AES-256-GCM of server/src/secrets.ts over {"text", "html"}. body_text and
-- body_html then show the mail without its link. Null once the mail was sent.
alter table mail add column sealed_body bytea;
create index mail_sealed on mail (id) where sealed_body is not null;

-- It has another argument now. A new database has no function yet at this point.
drop function if exists queue_mail(bigint, text, text, text, text, text, text, text, text, text, text);
