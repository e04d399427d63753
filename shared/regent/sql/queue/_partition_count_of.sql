-- The number of partitions modulo which a key's hash is its partition, in a queue that grew lately. For a message that
-- was stored before, it is the number of then: so the message is found to be a duplicate.
create function queen._partition_count_of(p_queue_id bigint, p_choice bigint, p_transaction_key uuid) returns integer
language sql stable as $$
    select coalesce((
               select b.n from unnest(q.grown_from) b(n)
                 join partitions p on p.queue_id = q.id and p.name = (p_choice % b.n)::text
                 join messages m on m.partition_id = p.id and m.transaction_key = p_transaction_key
                limit 1), q.fixed_partitions)
      from queues q where q.id = p_queue_id
$$;
