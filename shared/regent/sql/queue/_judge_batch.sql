-- Judges a lease that ends without a word about its messages: it ran out, or its batch failed as a whole. That
-- counts as a failed attempt of the message at the cursor, and the next lease hands out half as many messages, down
-- to one. So the message that is at fault is found: only a message that was alone in its lease is given up, never an
-- innocent neighbour, be it of this partition or of another.
--
-- judged: the row as it becomes, which is for the caller to write. attempts: of that message; null if all messages
-- were done. The caller holds the row's lock, and has judged the lease under it.
create function queen._judge_batch(
    p_queue queen.queues, p_row queen.partition_consumers, p_error text,
    out judged queen.partition_consumers, out attempts integer, out dead integer)
language plpgsql as $$
declare
    v_row partition_consumers := p_row;
    v_offset bigint := _next_open(p_row.partition_id, p_row.committed, p_row.batch_end, p_row.completed);
begin
    dead := 0;
    v_row.committed := v_offset;
    if v_offset < p_row.batch_end then
        attempts := _count_attempt(p_row.partition_id, p_row.group_id, v_offset, p_error);
        v_row.failing := true;
        if attempts <= p_queue.retry_limit then
            v_row.batch_limit := greatest(1, p_row.handed / 2);
        elsif p_row.handed > 1 or p_row.lease_shared then
            v_row.batch_limit := 1;
        else
            perform _dead_letter(p_row.partition_id, p_row.group_id, array[v_offset], 'retries', null);
            v_row.committed := v_offset + 1;
            v_row.dead := v_row.dead + 1;
            dead := 1;
        end if;
    end if;
    judged := v_row;
end $$;
