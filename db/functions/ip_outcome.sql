-- Result of a preview. nodes: the nodes to lock, whose versions must not change. contents: a fingerprint of the
-- other rows that move. rows: number of rows to write. free_*: in addresses, of the node that is changed.
create or replace function ip_outcome(nodes bigint[], conflicts jsonb, changes jsonb, rows bigint, free_before numeric, free_after numeric, contents text default '')
  returns jsonb
  language sql immutable as $$
  select jsonb_build_object('nodes', nodes, 'conflicts', conflicts, 'changes', jsonb_path_query_array(changes, '$[0 to 99]'), 'rows', rows, 'as_job', rows > 5000,
    'changes_total', greatest(rows, jsonb_array_length(changes)), 'free_before', trunc(free_before)::text, 'free_after', trunc(free_after)::text, 'contents', contents, 'result_ids', '[]'::jsonb)
$$;
