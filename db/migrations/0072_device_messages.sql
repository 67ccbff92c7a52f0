-- Why commands ended and readings failed is a message (contract/src/errors.ts) instead of a sentence: `{reason, params}`.
-- Sentences of earlier versions stay readable as the reason `text`.

alter table device_command alter column detail drop default, alter column detail drop not null;
alter table device_command alter column detail type jsonb
  using case when detail <> '' then jsonb_build_object('reason', 'text', 'params', jsonb_build_object('text', detail)) end;

alter table hardware_state alter column last_error type jsonb
  using case when last_error <> '' then jsonb_build_object('reason', 'text', 'params', jsonb_build_object('text', last_error)) end;
