-- How many dead letters a filter asks for, which groups have them (the p_groups largest), of which kinds of errors
-- they died (the p_errors most frequent, each with its p_groups_each largest groups and its newest text), and when:
-- the newest p_points steps in which any failed. The filter has no partition, ids, key or trace. p_interval is
-- minute, hour, day, or null for the finest of which 120 cover all of the time.
--
-- It has to read every letter that is asked for; it reads them once.
create function queen.summarize_dead_letters(
    p_filter jsonb, p_interval text, p_groups integer, p_errors integer, p_groups_each integer, p_points integer)
returns table (count bigint, oldest_failed_at timestamptz, newest_failed_at timestamptz, groups json, errors json,
               "interval" text, points json)
language plpgsql stable security definer set search_path = queen, pg_temp as $$
declare
    v_filter constant jsonb := _with_fingerprint(p_filter);
begin
    return query execute '
    with cell as materialized (
        select d.group_id, d.fingerprint, date_bin(''1 minute'', d.failed_at, ''2000-01-01T00:00:00Z'') as minute, count(*) as n,
               min(d.failed_at) as oldest, max(d.failed_at) as newest, max(d.id) as example
          from queen.dead_letter_queue d
         where ($2 is null or d.group_id = any($2))' || _dead_letter_conditions(v_filter) || '
         group by 1, 2, 3),
    whole as materialized (
        select coalesce(sum(c.n), 0)::bigint as n, min(c.oldest) as oldest, max(c.newest) as newest,
               coalesce($3, case when max(c.newest) - min(c.oldest) > interval ''120 hours'' then ''day''
                                 when max(c.newest) - min(c.oldest) > interval ''2 hours'' then ''hour''
                                 else ''minute'' end) as unit
          from cell c),
    place as materialized (
        select c.group_id, c.fingerprint, sum(c.n)::bigint as n, min(c.oldest) as oldest, max(c.newest) as newest,
               max(c.example) as example
          from cell c group by 1, 2),
    kind as (
        select p.fingerprint, sum(p.n)::bigint as n, min(p.oldest) as oldest, max(p.newest) as newest,
               max(p.example) as example, count(*) as places
          from place p group by 1 order by n desc, newest desc, 1 limit $5)
    select w.n, w.oldest, w.newest,
           (select coalesce(json_agg(queen._group_of_letters(g.group_id, g.n, g.oldest, g.newest)
                                     order by g.n desc, g.group_id), ''[]'')
              from (select p.group_id, sum(p.n)::bigint as n, min(p.oldest) as oldest, max(p.newest) as newest
                      from place p group by 1 order by n desc, 1 limit $4) g),
           (select coalesce(json_agg(json_build_object(
                       ''fingerprint'', k.fingerprint, ''errorMessage'', d.error_message, ''count'', k.n,
                       ''firstSeenAt'', queen._instant(k.oldest), ''lastSeenAt'', queen._instant(k.newest),
                       ''groupCount'', k.places, ''groups'', g.groups)
                       order by k.n desc, k.newest desc, k.fingerprint), ''[]'')
              from kind k
              join queen.dead_letter_queue d on d.id = k.example
             cross join lateral (
                   select json_agg(queen._group_of_letters(l.group_id, l.n, l.oldest, l.newest)
                                   order by l.n desc, l.group_id) as groups
                     from (select p.* from place p where p.fingerprint = k.fingerprint
                            order by p.n desc, p.group_id limit $6) l) g),
           w.unit,
           (select coalesce(json_agg(json_build_object(''at'', queen._instant(s.at), ''count'', s.n)
                                     order by s.at), ''[]'')
              from (select date_trunc(w.unit, c.minute, ''UTC'') as at, sum(c.n)::bigint as n
                      from cell c group by 1 order by 1 desc limit $7) s)
      from whole w'
    using v_filter, _dead_letter_groups(p_filter), p_interval, p_groups, p_errors, p_groups_each, p_points;
end $$;
