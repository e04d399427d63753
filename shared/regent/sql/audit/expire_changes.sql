-- Deletes what is known of changes for more than p_days, the oldest first: p_limit rows at most. Returns how many.
create function queen.expire_changes(p_days integer, p_limit integer) returns bigint
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_expired bigint;
begin
    delete from changes c
     where c.id = any(array(select o.id from changes o where o.at < queen.now() - make_interval(days => p_days)
                             order by o.at, o.id limit p_limit));
    get diagnostics v_expired = row_count;
    return v_expired;
end $$;
