-- A page of a group's generations, the newest first, before p_before. It first carries out what is due. The newest
-- may be the one to come: it has changes, and neither rebalanced_at_ms nor members yet. A page has at most
-- p_max_bytes of JSON, but one generation always fits.
create function queen.list_generations(p_group text, p_before bigint, p_limit integer, p_max_bytes bigint)
returns table (generation bigint, rebalanced_at_ms bigint, change_count bigint, changes jsonb, member_count bigint,
               members jsonb, more boolean)
language plpgsql security definer set search_path = queen, pg_temp as $$
#variable_conflict use_column
declare
    v_group member_groups := _carry_out_due(p_group);
begin
    return query
    with found as (
        select g.*, row_number() over w as nth, count(*) over () as n,
               sum(100 + octet_length(g.changes::text) + coalesce(octet_length(g.members::text), 0)) over w as bytes
          from (select * from generations g
                 where g.group_id = v_group.id and (p_before is null or g.generation < p_before)
                 order by g.generation desc limit p_limit + 1) g
        window w as (order by g.generation desc)),
    page as (
        select * from found f where f.nth = 1 or f.nth <= p_limit and f.bytes <= p_max_bytes)
    select p.generation, _milliseconds(p.rebalanced_at), p.change_count, p.changes, p.member_count, p.members,
           p.n > count(*) over ()
      from page p order by p.generation desc;
end $$;
