-- What is wrong with an import and its rows is stored as a reason with parameters, not as an English sentence. Sentences
-- that are there stay readable as the reason `text`.
alter table import alter column failure type jsonb using
  case when failure <> '' then jsonb_build_object('reason', 'text', 'params', jsonb_build_object('text', failure)) end;
alter table import_fault alter column message type jsonb using
  jsonb_build_object('reason', 'text', 'params', jsonb_build_object('text', message));
-- The fifth element of a row of the report was one text for all its messages; it is a list of [column, message].
-- The owner of the tables is no superuser, and FORCEd row security shows it no row.
alter table import_outcome no force row level security;
update import_outcome set rows = coalesce((
  select jsonb_agg(jsonb_set(r, '{4}', case when r ->> 4 = '' then '[]' else
    jsonb_build_array(jsonb_build_array('', jsonb_build_object('reason', 'text', 'params', jsonb_build_object('text', r ->> 4)))) end)
    order by position)
  from jsonb_array_elements(rows) with ordinality e(r, position)), '[]');
alter table import_outcome force row level security;
