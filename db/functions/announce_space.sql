-- Counters are not announced, only the inserted or deleted row itself. An address is reported as a change of its subnet.
-- (Columns by name: the JSON conversion used for other tables took a tenth of an allocation.)
create or replace function announce_space() returns trigger language plpgsql as $$
declare
  ids bigint[];
  companies bigint[];
begin
  if tg_op = 'INSERT' then
    if tg_table_name = 'subnet' then select array_agg(distinct id), array_agg(distinct company_id) into ids, companies from new_rows;
    else select array_agg(distinct subnet_id), array_agg(distinct company_id) into ids, companies from new_rows; end if;
  elsif tg_table_name = 'subnet' then
    -- A full join (forced by a condition that is not strict) is never a nested loop, whatever number of rows the
    -- plan was made for.
    if not exists (select from new_rows n full join old_rows o on o.id = n.id where n.version is distinct from o.version) then return null; end if;
    select array_agg(distinct n.id), array_agg(distinct company) into ids, companies
      from new_rows n full join old_rows o on o.id = n.id, unnest(array[o.company_id, n.company_id]) company where n.version is distinct from o.version;
  else
    select array_agg(distinct coalesce(n.subnet_id, o.subnet_id)), array_agg(distinct company) into ids, companies
      from new_rows n full join old_rows o on o.id = n.id, unnest(array[o.company_id, n.company_id]) company where n.version is distinct from o.version;
  end if;
  if companies is null then return null; end if;
  ids := array_remove(ids, null);
  if cardinality(ids) > 100 then ids := '{}'; end if;
  if cardinality(companies) > 100 then companies := '{}'; end if;
  perform pg_notify('trunkline_changed', json_build_object('subject', 'subnets', 'ids', ids, 'companies', companies)::text);
  return null;
end $$;
