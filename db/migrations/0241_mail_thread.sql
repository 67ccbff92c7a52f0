-- Mails about one alert are one conversation in the recipient's mailbox: each names the same id in References (RFC 5322, 3.6.4).
alter table mail add column thread_id text check (thread_id ~ '^<[^<>[:space:]]{1,200}>$');
