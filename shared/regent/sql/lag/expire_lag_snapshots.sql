-- Deletes old rows of the lag job's snapshots, at most p_limit of each table, and returns how many. It keeps
-- partitions of the last p_snapshots snapshots, and rollups of p_days days. Partitions of a failed snapshot go with
-- those of its neighbours.
create function queen.expire_lag_snapshots(p_snapshots integer, p_days integer, p_limit integer) returns bigint
language plpgsql security definer set search_path = queen, pg_temp
as $$
declare
    v_kept timestamptz := (
        select min(s.captured_at)
          from (select l.captured_at from lag_snapshots l where l.scope = 'system'
                 order by l.captured_at desc limit p_snapshots) s);
    v_deleted bigint;
    v_more bigint;
begin
    delete from lag_partitions l
     where l.ctid = any(array(select o.ctid from lag_partitions o where o.captured_at < v_kept limit p_limit));
    get diagnostics v_deleted = row_count;
    delete from lag_snapshots l
     where l.ctid = any(array(
           select o.ctid from lag_snapshots o
            where o.captured_at < queen.now() - make_interval(days => p_days) limit p_limit));
    get diagnostics v_more = row_count;
    return v_deleted + v_more;
end $$;
