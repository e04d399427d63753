-- Deletes dead letters that a filter asks for: p_limit of them, newest first, below the id p_before. It leaves out
-- those that another session holds, such as a redrive. Returns how many it deleted, and the id below which the
-- next call goes on; null when nothing is left to look at.
create function queen.purge_dead_letters(p_filter jsonb, p_before bigint, p_limit integer)
returns table (purged bigint, last_id bigint)
language sql security definer
set search_path = queen, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    with found as materialized (
        select i as id from _matching_dead_letters(p_filter, p_before, p_limit) i),
    free as materialized (
        select d.id from dead_letter_queue d where d.id = any(array(select f.id from found f))
         order by d.id for update skip locked),
    gone as (
        delete from dead_letter_queue d using free where d.id = free.id returning d.id)
    select (select count(*) from gone),
           (select min(f.id) from found f having count(*) = p_limit)
$$;
