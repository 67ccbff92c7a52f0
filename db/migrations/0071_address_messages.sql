-- Messages of address management are reasons with parameters now (db/functions/reject.sql): the functions that raised
-- sentences go (a new database never had them), and sentences in stored plans become the reason `text`.

drop function if exists ip_refuse(integer, text, text, jsonb);
drop function if exists ip_refuse_conflicts(jsonb, text);
drop function if exists ip_refuse_taken(bigint, bigint, cidr, text);
-- Replaced by functions of other parameters.
drop function if exists ip_conflict(text, text, bigint);
drop function if exists ip_change(bigint, text, text, text);

set local role trunkline_app_all;
update ip_plan set outcome = outcome || jsonb_build_object(
  'conflicts', coalesce((
    select jsonb_agg((c - 'message') || jsonb_build_object('reason', 'text', 'params', jsonb_build_object('text', c -> 'message')) order by place)
    from jsonb_array_elements(outcome -> 'conflicts') with ordinality t (c, place)), '[]'),
  'changes', coalesce((
    select jsonb_agg(c || jsonb_build_object('note', case when c ->> 'note' <> '' then jsonb_build_object('reason', 'text', 'params', jsonb_build_object('text', c -> 'note')) end) order by place)
    from jsonb_array_elements(outcome -> 'changes') with ordinality t (c, place)), '[]'));
reset role;
alter table ip_plan alter column failure type jsonb
  using case when failure <> '' then jsonb_build_object('reason', 'text', 'params', jsonb_build_object('text', failure)) end;
