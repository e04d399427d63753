-- Forgets how far a group has come, and returns in how many partitions. The group sees the log again from the
-- start; claims hand out what it had completed as replaying. Claims that workers hold end: their acks are refused.
create function log.reset_group(p_name text) returns bigint
language plpgsql security definer set search_path = log, pg_temp as $$
declare
    v_group groups := _require_group(p_name);
    v_deleted bigint;
begin
    perform _require_fresh_looks();     -- else it would leave partitions that it does not see
    -- Locks in the order in which claims lock.
    perform from groups g where g.id = v_group.id for no key update;
    perform from scans s where s.group_id = v_group.id order by s.id for no key update;
    perform from offsets o join scans s on s.id = o.scan_id where s.group_id = v_group.id order by o.id for update of o;
    insert into replays as r (scan_id, keys, reached)
    select o.scan_id, o.keys, o.last_position
      from offsets o join scans s on s.id = o.scan_id where s.group_id = v_group.id and o.last_position > 0
    on conflict (scan_id, keys) do update set reached = greatest(r.reached, excluded.reached);
    delete from offsets o using scans s where s.id = o.scan_id and s.group_id = v_group.id;
    get diagnostics v_deleted = row_count;
    update scans s set scanned_to = 0 where s.group_id = v_group.id;
    update groups g set updated_at = queen.now() where g.id = v_group.id;
    return v_deleted;
end $$;
