-- Whether the panel still has a way in when a binary backup is loaded that lacks the certificate of the device.
alter table config_backup add column recovers_access boolean not null default false;
