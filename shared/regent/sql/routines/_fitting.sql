-- How many of the messages in [first, upto) fit into a response: at least one, whatever its size.
create function queen._fitting(
    p_partition bigint, p_first bigint, p_upto bigint, p_completed int8multirange, p_max_bytes bigint,
    out upto bigint, out handed integer)
language sql stable as $$
    select max(s."offset") + 1, count(*)
      from (select m."offset", row_number() over w as nth,
                   sum(octet_length(m.payload::text) + coalesce(octet_length(m.headers::text), 0)) over w as bytes
              from messages m
             where m.partition_id = p_partition and m."offset" >= p_first and m."offset" < p_upto
               and (p_completed is null or not p_completed @> m."offset")
            window w as (order by m."offset")) s
     where s.bytes <= p_max_bytes or s.nth = 1
$$;
