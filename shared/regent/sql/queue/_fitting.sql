-- Counts how many of the messages in [first, upto) fit into the rest of an answer.
-- p_at_least_one: the answer is still empty, and takes the first message whatever its size.
create function queen._fitting(
    p_partition bigint, p_first bigint, p_upto bigint, p_completed int8multirange, p_max_bytes bigint,
    p_envelope integer, p_at_least_one boolean, out upto bigint, out handed integer, out bytes bigint)
language sql stable as $$
    select coalesce(max(s."offset") + 1, p_first), count(*), coalesce(max(s.bytes), 0)
      from (select m."offset", row_number() over w as nth,
                   sum(p_envelope + _text_bytes(m.payload) + coalesce(_text_bytes(m.headers), 0)
                       + 6 * octet_length(concat(m.key, m.transaction_text, m.producer_sub))) over w as bytes
              from messages m
             where m.partition_id = p_partition and m."offset" >= p_first and m."offset" < p_upto
               and (p_completed is null or not p_completed @> m."offset")
            window w as (order by m."offset")) s
     where s.bytes <= p_max_bytes or s.nth = 1 and p_at_least_one
$$;
