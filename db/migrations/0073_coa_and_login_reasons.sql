-- What a NAS answered a CoA or Disconnect is a reason with parameters (contract/src/reasons/radius.ts), rendered in the
-- reader's language. The Error-Cause of an old row gives its reason; other sentences stay as they are, as the reason `text`.
alter table coa_request alter column detail drop default, alter column detail drop not null;
alter table coa_request alter column detail type jsonb using case
  when error_cause in (201, 401, 402, 403, 404, 405, 406, 407, 501, 502, 503, 504, 505, 506, 507, 508)
    then jsonb_build_object('reason', 'coa.error_cause', 'params', jsonb_build_object('cause', error_cause))
  when error_cause is not null
    then jsonb_build_object('reason', 'coa.unknown_cause', 'params', jsonb_build_object('cause', error_cause))
  when detail <> '' then jsonb_build_object('reason', 'text', 'params', jsonb_build_object('text', detail))
end;

-- Saved views of the login log filter by the reasons of the catalogue: reason:pool-full becomes reason:login.pool_full.
-- The owner of the tables is no superuser, and FORCEd row security shows it no row.
alter table saved_view no force row level security;
update saved_view v set state = jsonb_set(v.state, '{search}', to_jsonb((
    select string_agg(case when part like 'reason:%' then 'reason:' || (
        select string_agg('login.' || replace(word, '-', '_'), ',' order by place)
          from unnest(string_to_array(substr(part, 8), ',')) with ordinality w(word, place))
      else part end, ';' order by nr)
      from unnest(string_to_array(v.state ->> 'search', ';')) with ordinality p(part, nr))))
  where v.list = 'logins' and v.state ->> 'search' ~ '(^|;)reason:[a-z]';
alter table saved_view force row level security;
