-- The live channel also names the enclosing record: a change inside a subnet is reported as a change of the subnet. Each
-- row is converted once.
create or replace function announce_rows() returns trigger language plpgsql as $$
declare
  part_of text := coalesce(tg_argv[2], 'id');
  ids bigint[];
  companies bigint[];
begin
  select array_agg(distinct (c.content ->> part_of)::bigint) filter (where c.content ->> part_of is not null), array_agg(distinct (c.content ->> tg_argv[1])::bigint)
    into ids, companies from (select to_jsonb(r) as content from changed_rows r offset 0) c;
  if companies is null then return null; end if;
  -- No ids are reported as too many.
  if ids is null or cardinality(ids) > 100 then ids := '{}'; end if;
  if cardinality(companies) > 100 then companies := '{}'; end if;
  perform pg_notify('trunkline_changed', json_build_object('subject', tg_argv[0], 'ids', ids, 'companies', companies)::text);
  return null;
end $$;
