-- The cut of a partition: the first offset that retention must keep, or p_upto if that comes sooner: nobody asks about
-- messages behind it. Three rules allow messages below the cut to go:
--
--   retention_seconds: they are older than this, and every group that follows the partition has completed them.
--
--   completed_retention_seconds: every group had completed them this long ago, as far as that is known
--   (_completed_by).
--
--   pending_retention_seconds: they are older than this, completed or not, and below every live lease; a lease
--   covers [committed, batch_end). Groups that have not read them never will.
--
-- The first two never pass the lowest cursor, so they keep all that is pending or handed out. Where no group follows,
-- every message is pending. A group that has never popped here stands where it began.
--
-- Age counts from the push, and of a scheduled message from the instant at which it is due; 0 seconds switch a rule
-- off. created_at never goes back within a partition, so an age is an offset, and a search on the primary key finds
-- it. The cost does not grow with the number of messages that go, except where messages are scheduled.
create function queen._retention_cut(p_queue queen.queues, p_partition queen.partitions, p_now timestamptz, p_upto bigint)
returns bigint
language plpgsql stable as $$
declare
    v_slowest bigint;       -- the lowest cursor, null where no group follows
    v_leased bigint;        -- the lowest cursor under a live lease
    v_known bigint;
    v_since timestamptz;
    v_cut bigint := p_partition.tail;
begin
    if not p_queue.retention_enabled or p_partition.tail >= p_upto then
        return v_cut;
    end if;
    select min(c.committed), min(c.committed) filter (where c.lease_id is not null and c.lease_expires_at > p_now)
      into v_slowest, v_leased
      from partition_consumers c where c.partition_id = p_partition.id;
    if p_queue.pending_retention_seconds > 0 then
        v_cut := _older_than(p_partition, v_cut, least(v_leased, p_upto),
                             p_now - make_interval(secs => p_queue.pending_retention_seconds));
    end if;
    if p_queue.retention_seconds > 0 and v_slowest > v_cut then
        v_cut := _older_than(p_partition, v_cut, least(v_slowest, p_upto),
                             p_now - make_interval(secs => p_queue.retention_seconds));
    end if;
    if p_queue.completed_retention_seconds > 0 and v_slowest > v_cut then
        v_since := p_now - make_interval(secs => p_queue.completed_retention_seconds);
        v_known := _completed_by(p_partition.id, v_since);
        if v_known > v_cut then     -- a message cannot be completed before it was pushed
            v_cut := _older_than(p_partition, v_cut, least(v_known, p_upto), v_since);
        end if;
    end if;
    return v_cut;
end $$;
