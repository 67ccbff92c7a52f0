-- The lineage of the holder of what is taken, whose row is kept from moving: live, seen by the caller, and below the
-- company `above`.
create or replace function ip_holder_lineage(holder bigint, above bigint) returns bigint[] language plpgsql as $$
declare
  lineage bigint[];
  gone timestamptz;
begin
  select c.lineage, c.deleted_at into lineage, gone from company c where c.id = holder for share;
  if lineage is null or gone is not null or not ip_sees(lineage) then
    perform reject(422, 'company_id', 'row.missing', jsonb_build_object('kind', 'company'));
  end if;
  if not above = any (lineage) then
    perform reject(422, 'company_id', 'subnet.company_not_below');
  end if;
  return lineage;
end $$;
