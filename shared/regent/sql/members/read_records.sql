-- Reads messages of a partition from an offset on, without a lease and without a group. It returns at most p_limit
-- messages and p_max_bytes of JSON, but one message always fits. If there are none, one row without an offset
-- still says where the partition begins and ends.
create function queen.read_records(p_topic text, p_partition text, p_offset bigint, p_limit integer, p_max_bytes bigint)
returns table (head bigint, tail bigint, "offset" bigint, key text, headers text, payload text, is_encrypted boolean,
               created_at_ms bigint)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_queue queues := _require_topic(p_topic);
    v_partition partitions;
    v_envelope integer := 200 + 6 * octet_length(p_topic);  -- the bytes of an answer around each payload
begin
    select p.* into v_partition from partitions p where p.queue_id = v_queue.id and p.name = p_partition;
    if not found then
        raise exception 'topic % has the partitions 0 to %, not %', p_topic, v_queue.fixed_partitions - 1, p_partition
            using errcode = 'RG002', detail = jsonb_build_object(
                'queue', p_topic, 'partitions', v_queue.fixed_partitions)::text;
    end if;
    if p_offset < v_partition.tail or p_offset > v_partition.head then
        raise exception 'offset % is out of range: partition % of % begins at % and ends before %', p_offset, p_partition,
            p_topic, v_partition.tail, v_partition.head using errcode = 'RG109', detail = jsonb_build_object(
                'logStartOffset', v_partition.tail, 'highWatermark', v_partition.head)::text;
    end if;
    return query
    select v_partition.head, v_partition.tail, s."offset", s.key, s.headers::text, s.payload::text, s.is_encrypted,
           _milliseconds(s.created_at)
      from (select m.*, row_number() over w as nth,
                   sum(v_envelope + _text_bytes(m.payload) + coalesce(_text_bytes(m.headers), 0)
                       + 6 * octet_length(coalesce(m.key, ''))) over w as bytes
              from (select n.* from messages n
                     where n.partition_id = v_partition.id and n."offset" >= p_offset and n."offset" < v_partition.head
                     order by n."offset" limit p_limit) m
            window w as (order by m."offset")) s
     where s.bytes <= p_max_bytes or s.nth = 1
     order by s."offset";
    if not found then
        return query select v_partition.head, v_partition.tail, null::bigint, null::text, null::text, null::text,
                            null::boolean, null::bigint;
    end if;
end $$;
