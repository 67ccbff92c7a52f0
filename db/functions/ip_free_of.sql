-- Addresses of a node that are not allocated; 0 where there is no node.
create or replace function ip_free_of(node subnet) returns numeric language sql immutable
  as $$ select coalesce(ip_size(node.net) - node.used, 0) $$;
