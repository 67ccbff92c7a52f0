-- Validates the bounds of 0066 and counts the tallied rows, without a lock that writers wait for.
-- functions: recount_tally

alter table hardware_sample validate constraint hardware_sample_former;
alter table company_reading validate constraint company_reading_former;

set local role trunkline_app_all;
select recount_tally();
reset role;
analyze tally;
