-- The log is read newest first, and a company with a wide view finds its page at the end of the log. `= any (array(…))`
-- is taken for ten companies and led the planner to read the whole history of a thousand to sort it (1 M rows: 5 s for
-- a page, now 2 ms). The hashed subquery is asked once a query, filters while the order's index is read, and leaves the
-- choice of the index to the statement's own scope, whose width the planner knows.
drop policy own on audit_log;
create policy own on audit_log for select to trunkline_app using (company_id in (select descendant_id from company_tree));

drop index invitation_created;
select scoped_index('invitation', 'invitation_created', 'created_at desc, id desc');
