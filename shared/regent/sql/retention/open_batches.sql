-- Writes down which messages are archived together. p_batches:
--
--   [{"id", "queue", "archive", "ranges": [[partition, from, to], …]}]
--
-- A range begins where its partition begins, or where a batch or another range ends. It is left out if it does not, or
-- reaches into a batch: another run has it, or its messages are gone. So are the ranges that follow it, and a batch
-- without ranges. Returns how many ranges each batch has.
--
-- An advisory lock lets one call run at a time, so that no two runs take the same messages.
create function queen.open_batches(p_batches jsonb) returns table (batch_id uuid, ranges bigint)
language plpgsql security definer
set search_path = queen, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queen.now();
begin
    perform pg_advisory_xact_lock(hashtextextended('queen.open_batches', 0));
    return query
    with asked as materialized (
        select (b.value ->> 'id')::uuid as batch_id, b.value ->> 'queue' as queue, b.value ->> 'archive' as archive,
               (r.value ->> 0)::bigint as partition_id, (r.value ->> 1)::bigint as from_offset,
               (r.value ->> 2)::bigint as to_offset
          from jsonb_array_elements(p_batches) b
         cross join lateral jsonb_array_elements(b.value -> 'ranges') r),
    -- Where nothing is planned before the end of a range: no sooner may it begin.
    placed as (
        select a.*, p.queue_id, greatest(p.tail, _planned_before(p.id, a.to_offset)) as free_from
          from asked a
          join partitions p on p.id = a.partition_id and a.to_offset <= p.head
          join queues q on q.id = p.queue_id and q.name = a.queue),
    -- A partition has a chain of ranges for each of its gaps.
    chained as (
        select l.*, count(*) filter (where l.from_offset = l.free_from)
                        over (partition by l.partition_id order by l.from_offset) as chain,
               l.from_offset = greatest(l.free_from,
                   lag(l.to_offset) over (partition by l.partition_id order by l.from_offset)) as follows
          from placed l),
    taken as (
        select c.*, bool_and(c.follows) over (partition by c.partition_id, c.chain order by c.from_offset) as is_next
          from chained c),
    batches as (
        insert into archive_batches (id, queue_id, queue_name, archive, status, planned_at, changed_at)
        select distinct t.batch_id, t.queue_id, t.queue, t.archive, 'planned', v_now, v_now from taken t where t.is_next),
    made as (
        insert into archive_ranges (partition_id, from_offset, to_offset, batch_id)
        select t.partition_id, t.from_offset, t.to_offset, t.batch_id from taken t where t.is_next
        returning archive_ranges.batch_id)
    select m.batch_id, count(*) from made m group by m.batch_id;
end $$;
