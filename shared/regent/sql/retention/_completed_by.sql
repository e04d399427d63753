-- The offset below which every group had completed all messages of a partition by p_instant, as far as that is known.
-- Null where no group follows.
--
-- A cursor has not moved since its group's last ack here, or since its last lease ended. If that is before p_instant,
-- all that the cursor has passed was completed by then. If it is after, retention has marked from time to time how
-- far all groups had come (completed_marks). Messages that were completed since the last mark before p_instant stay
-- a little longer. No answer passes a cursor, so a seek back counts at once.
create function queen._completed_by(p_partition bigint, p_instant timestamptz) returns bigint
language plpgsql stable as $$
declare
    v_mark bigint := (select m.upto from completed_marks m
                       where m.partition_id = p_partition and m.seen_at <= p_instant
                       order by m.seen_at desc limit 1);
begin
    return (select min(case when coalesce(greatest(c.last_consumed_at, c.released_at), '-infinity') <= p_instant
                            then c.committed else least(c.committed, coalesce(v_mark, 0)) end)
              from partition_consumers c where c.partition_id = p_partition);
end $$;
