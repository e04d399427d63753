-- When the partitions are dealt out anew: half a second after the last change, so that a group which starts is dealt
-- out once; and 30 seconds after the first at the latest, so that one whose members come and go all the time is dealt
-- out at all.
create function queen._rebalance_at(p_first_change timestamptz, p_last_change timestamptz) returns timestamptz
language sql immutable as $$
    select least(p_last_change + interval '500 milliseconds', p_first_change + interval '30 seconds')
$$;
