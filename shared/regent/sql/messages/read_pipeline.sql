-- The messages of a trace, oldest first, over all queues: each with its state in every group and where it was
-- redriven from, and the notes about them. At most p_limit messages, and `more` if there are others; of notes the
-- first p_notes. A note's data is left out, as it is found by its message. One row comes, also if there is nothing.
create function queen.read_pipeline(p_trace uuid, p_limit integer, p_notes integer)
returns table (messages json, notes json, more boolean, more_notes boolean)
language sql stable security definer
set search_path = queen, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
    with hit as materialized (
        select m.partition_id, m."offset", m.created_at, m.headers,
               row_number() over (order by m.created_at, m.partition_id, m."offset") as nth
          from messages m where m.trace_id = p_trace
         order by m.created_at, m.partition_id, m."offset" limit p_limit + 1),
    shown as materialized (select * from hit where nth <= p_limit),
    noted as materialized (
        select t.*, s.nth, row_number() over (order by t.created_at, t.id) as place
          from shown s
         cross join lateral (
               select x.* from message_traces x
                where x.partition_id = s.partition_id and x."offset" = s."offset" order by x.id limit p_notes + 1) t
         order by t.created_at, t.id limit p_notes + 1)
    select coalesce((
               select json_agg(json_build_object(
                          'id', r.id, 'transactionId', r.transaction_id, 'partitionId', r.partition_id::text,
                          'queue', r.queue, 'partition', r.partition, 'offset', r."offset", 'status', r.status,
                          'createdAt', _instant(r.created_at), 'redriven', s.headers -> 'redriven',
                          'groups', g.states) order by s.nth)
                 from shown s
                cross join lateral _message_rows(array[s.partition_id], array[s."offset"], null) r
                cross join lateral (
                      select coalesce(json_agg(json_build_object(
                                 'consumerGroup', v.consumer_group, 'status', v.status, 'attempts', v.retry_count,
                                 'errorMessage', v.error_message, 'failedAt', _instant(v.failed_at))
                                 order by v.consumer_group), '[]') as states
                        from messages_status v
                       where v.partition_id = s.partition_id and v."offset" = s."offset") g), '[]'),
           coalesce((
               select json_agg(json_build_object(
                          'message', n.nth - 1, 'eventType', n.event_type, 'consumerGroup', n.consumer_group,
                          'createdAt', _instant(n.created_at),
                          'names', coalesce((select json_agg(x.name order by x.name)
                                               from message_trace_names x where x.trace_id = n.id), '[]'))
                          order by n.place)
                 from noted n where n.place <= p_notes), '[]'),
           (select count(*) > p_limit from hit),
           (select count(*) > p_notes from noted)
$$;
