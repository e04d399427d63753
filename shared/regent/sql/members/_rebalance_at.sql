-- When the partitions are dealt out again: half a second after the last change, so that a group which starts is
-- dealt out once. At most 30 seconds after the first change: otherwise a group whose members come and go all the
-- time would never be dealt out.
create function queen._rebalance_at(p_first_change timestamptz, p_last_change timestamptz) returns timestamptz
language sql immutable as $$
    select least(p_last_change + interval '500 milliseconds', p_first_change + interval '30 seconds')
$$;
