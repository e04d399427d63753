-- Says what redrives would do until nothing is left, or p_limit messages (null: all) are made, without doing it: no row
-- is written or locked. A row for each group of the target, with the messages that it would get; one without a group if
-- there is none. The sums are on each of them.
--
-- Which letters, and how many messages, _letters_to_redrive says as it does to `redrive`. It looks at p_most of them;
-- at_least: there are more.
create function queen.preview_redrive(p_filter jsonb, p_target text, p_limit integer, p_most integer)
returns table (
    redriven bigint, messages bigint, remaining bigint, at_least boolean, queue text, consumer_group text, again bigint)
language plpgsql stable security definer
set search_path = queen, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_newest bigint := coalesce((select max(d.id) from dead_letter_queue d), 0);
    v_scope record := _redrive_scope(p_filter);
    v_target text := coalesce(p_target, v_scope.queue);
    v_take integer := least(p_limit, p_most);
    v_found bigint := count_dead_letters(p_filter, v_newest, p_most::bigint + 1);
    v_sources bigint[];
    v_counts bigint[];      -- messages of each of them
begin
    perform _require_open(jsonb_build_array(jsonb_build_object('q', v_target)));
    with chosen as materialized (
        select c.* from _letters_to_redrive(p_filter, v_scope, v_newest, 0, -1, v_take, null) c),
    counted as (
        select c.partition_id, count(*) as letters, count(distinct c.nth) as n from chosen c group by c.partition_id)
    select coalesce(sum(c.letters), 0), coalesce(sum(c.n), 0), array_agg(c.partition_id), array_agg(c.n)
      into redriven, messages, v_sources, v_counts from counted c;
    at_least := v_found > p_most;
    remaining := greatest(0, least(v_found, p_most) - redriven);
    return query
    select redriven, messages, remaining, at_least, v_target, told.name, told.n
      from (values (1)) always(one)
      left join (
           select g.name, sum(u.n)::bigint as n
             from queues q
             join consumer_groups g on g.queue_id = q.id
            cross join unnest(v_sources, v_counts) u(id, n)
             join partitions s on s.id = u.id
             left join partitions p on p.queue_id = q.id and p.name = s.name
            where q.name = v_target
              and (g.whole_queue and p.id is null
                   or exists (select from partition_consumers c where c.partition_id = p.id and c.group_id = g.id))
            group by g.name) told on true
     order by told.n desc, told.name;
end $$;
