-- Free text in the audit log: names by trigrams, request ids by their start. A request id is random text: each entry would add
-- thirty trigrams of it to the index, and users copy it as a whole.
create index audit_log_words on audit_log using gin (object_label gin_trgm_ops, actor_name gin_trgm_ops);
create index audit_log_request on audit_log (request_id text_pattern_ops);
