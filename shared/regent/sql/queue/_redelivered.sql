-- Counts a lease that ends (or none, if p_batch_end is null) with messages left before p_batch_end: they will be
-- delivered again. A lease hands out all open messages from the cursor to its end. So the deliveries of a message that
-- is still open are the leases that ended behind it, and no message needs a counter of its own. Ends that the cursor
-- has passed are dropped; null if none is left.
-- Bound: the nearest 100 ends. Without the bound, a message that is given back for ever under batches of ever
-- different size would make the row as wide as it likes.
create function queen._redelivered(p_redelivered jsonb, p_batch_end bigint, p_committed bigint) returns jsonb
language sql immutable as $$
    select jsonb_object_agg(e.upto, e.leases)
      from (select u.upto, sum(u.leases) as leases
              from (select k::bigint, v::bigint from jsonb_each_text(p_redelivered) j(k, v)
                     union all
                    select p_batch_end, 1) u(upto, leases)
             where u.upto > p_committed
             group by u.upto order by u.upto limit 100) e
$$;
