-- The other half of the block that is one bit shorter; null for /0.
create or replace function ip_buddy(net cidr) returns cidr language sql immutable parallel safe as $$
  select case
    when masklen(net) = 0 then null
    when set_masklen(set_masklen(net, masklen(net) - 1), masklen(net)) = net then (broadcast(net) + 1)::cidr
    else set_masklen(set_masklen(net, masklen(net) - 1), masklen(net))
  end
$$;
