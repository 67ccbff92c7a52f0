-- functions: scoped_index
-- The list of all addresses in order of their state.
select scoped_index('address', 'address_by_state', 'state, id', 'deleted_at is null');
