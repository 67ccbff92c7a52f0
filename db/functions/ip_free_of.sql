-- Number of unallocated addresses of a node; 0 if there is no node.
create or replace function ip_free_of(node subnet) returns numeric language sql immutable
  as $$ select coalesce(ip_size(node.net) - node.used, 0) $$;
