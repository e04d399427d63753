-- Begins a redrive that carry_redrive carries out: of the letters that are there now and that a filter asks for
-- (_redrive_scope), to p_target or to their own queue, at most p_rate messages a second and p_limit in all (null: as
-- they come, all). Returns its id. It is refused like a redrive that begins at once, and if p_most run already.
-- Of redrives that ended it keeps the p_kept newest.
create function queen.start_redrive(
    p_filter jsonb, p_target text, p_rate integer, p_limit bigint, p_by text, p_most integer, p_kept integer)
returns bigint
language plpgsql security definer set search_path = queen, pg_temp as $$
declare
    v_scope record := _redrive_scope(p_filter);
    v_newest bigint := coalesce((select max(d.id) from dead_letter_queue d), 0);
    v_id bigint;
begin
    perform _require_open(jsonb_build_array(jsonb_build_object('q', coalesce(p_target, v_scope.queue))));
    -- Two that begin at once would each count without the other.
    perform pg_advisory_xact_lock(hashtextextended('queen.redrives', 0));
    if (select count(*) from redrives r where r.status = 'running') >= p_most then
        raise exception '% redrives run already; wait until one is done, or stop one', p_most using errcode = 'RG038',
            detail = jsonb_build_object('bound', p_most)::text;
    end if;
    delete from redrives r where r.id in (
        select o.id from redrives o where o.status <> 'running' order by o.id desc offset p_kept);
    insert into redrives (filter, queue, target, rate_per_second, message_limit, newest, letters, started_by,
                          started_at, changed_at, next_at)
    values (p_filter, v_scope.queue, p_target, p_rate, p_limit, v_newest,
            count_dead_letters(p_filter, v_newest, null), p_by, queen.now(), queen.now(), queen.now())
    returning id into v_id;
    return v_id;
end $$;
