-- The first offset in [from, upto) whose message is there and not completed; upto if there is none.
create function queen._next_open(p_partition bigint, p_from bigint, p_upto bigint, p_completed int8multirange)
returns bigint
language sql stable as $$
    select coalesce((
        select m."offset" from messages m
         where m.partition_id = p_partition and m."offset" >= p_from and m."offset" < p_upto
           and (p_completed is null or not p_completed @> m."offset")
         order by m."offset" limit 1), p_upto)
$$;
