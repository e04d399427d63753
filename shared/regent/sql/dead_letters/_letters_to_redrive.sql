-- The dead letters that a redrive moves next, in the order of their messages (partition, offset), after a
-- position. They are the letters of p_limit messages, or of fewer if their payloads would exceed p_max_bytes (null:
-- no bound, and no payload is read); one message always fits. Letters of several groups for one message have one number (nth): the message is appended
-- once.
--
-- Each group's letters are read in order from an index, and no more of them than can be taken.
-- (_matching_dead_letters says why rows are compared.) Letters of one kind of error have an index of their own in
-- that order. Letters that are named by ids or by a transaction are looked up that way instead.
create function queen._letters_to_redrive(
    p_filter jsonb, p_scope record, p_newest bigint, p_after_partition bigint, p_after_offset bigint,
    p_limit integer, p_max_bytes bigint)
returns table (nth bigint, id bigint, partition_id bigint)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
as $$
declare
    v_filter constant jsonb := _with_fingerprint(p_filter);
    v_named constant boolean := p_filter ?| array['ids', 'key'];
    v_kind constant boolean := v_filter ? 'fingerprint' and not v_named;
    -- The first columns of the index, and their values.
    v_first constant text := 'd.group_id' || case when v_kind then ', d.fingerprint' else '' end;
    v_values constant text := 'g.id' || case when v_kind then ', $1 ->> ''fingerprint''' else '' end;
    v_conditions constant text := ' and d.id <= $2' || _dead_letter_conditions(
        case when v_kind then v_filter - 'fingerprint' else v_filter end);
    v_letters constant text := case
        when v_named then
            'select d.* from (select d.* from queen.dead_letter_queue d where true' || v_conditions || ' offset 0) d
              where d.group_id = any($3) and (d.partition_id, d."offset") > ($4, $5) and d.partition_id <= $6'
        else
            'select d.* from unnest($3) g(id) cross join lateral (
                    select d.* from queen.dead_letter_queue d
                     where (' || v_first || ', d.partition_id, d."offset") > (' || v_values || ', $4, $5)
                       and (' || v_first || ', d.partition_id) <= (' || v_values || ', $6)' || v_conditions || '
                     order by ' || v_first || ', d.partition_id, d."offset" limit $7) d' end;
begin
    return query execute '
        with letter as materialized (
            select l.id, l.partition_id, l."offset",
                   case when $8 is not null then queen._text_bytes(l.payload) end as bytes from (' || v_letters || ') l),
        message as (
            select l.partition_id, l."offset", row_number() over w as nth, sum(max(l.bytes)) over w as bytes
              from letter l group by l.partition_id, l."offset"
            window w as (order by l.partition_id, l."offset"))
        select m.nth, l.id, l.partition_id
          from message m join letter l on l.partition_id = m.partition_id and l."offset" = m."offset"
         where m.nth <= $7 and ($8 is null or m.bytes <= $8 or m.nth = 1)'
    using v_filter, p_newest, p_scope.groups, greatest(p_after_partition, p_scope.first),
          case when p_after_partition < p_scope.first then -1 else p_after_offset end, p_scope.last,
          p_limit, p_max_bytes;
end $$;
