-- The instant of the lag job's last complete snapshot until p_at (null: until now), one with a row of scope `system`;
-- null before the first.
create function queen._last_lag_snapshot(p_at timestamptz) returns timestamptz
language sql stable as $$
    select l.captured_at from lag_snapshots l
     where l.scope = 'system' and l.queue_name = '' and l.consumer_group = '' and l.namespace = ''
       and (p_at is null or l.captured_at <= p_at)
     order by l.captured_at desc limit 1
$$;
