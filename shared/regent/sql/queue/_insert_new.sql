-- The rest of a push that met a duplicate: stores the new messages, in order and without gaps, and corrects the
-- heads. All of it happens under the partition locks of the push. Returns {"<lane>:<place>": "<id of the first
-- one>"}.
create function queen._insert_new(
    p_partitions bigint[], p_bases bigint[], p_times timestamptz[],
    p_of integer[], p_places integer[], p_ids uuid[], p_keys uuid[], p_payloads text, p_more jsonb, p_producer text)
returns jsonb
language plpgsql
set enable_hashjoin = on     -- push switches it off and calls this; here whole batches are joined
as $$
begin
    with item as materialized (
        select coalesce(m.l, 1) as l, coalesce(m.o, m.n - 1) as o, m.i, m.t, m.d, m.y,
               p_partitions[coalesce(m.l, 1)] as partition_id
          from rows from (unnest(p_of), unnest(p_places), unnest(p_ids), unnest(p_keys),
                          unnest(string_to_array(p_payloads, E'\x1f')), jsonb_array_elements(p_more))
               with ordinality m(l, o, i, t, d, y, n)),
    fresh as (
        select distinct on (item.l, item.t) item.* from item
         where not exists (select from messages m
                            where m.partition_id = item.partition_id and m.transaction_key = item.t)
         order by item.l, item.t, item.o),
    stored as (
        insert into messages (partition_id, "offset", created_at, id, transaction_key, transaction_text, trace_id,
                              available_at, is_encrypted, producer_sub, key, headers, payload)
        select f.partition_id, p_bases[f.l] + row_number() over (partition by f.l order by f.o) - 1, p_times[f.l],
               f.i, f.t, f.y ->> 'x', (f.y ->> 'r')::uuid,
               p_times[f.l] + make_interval(secs => (f.y -> 'w')::double precision),
               coalesce((f.y -> 'e')::boolean, false), p_producer, f.y ->> 'k', (f.y ->> 'h')::json, f.d::json
          from fresh f
        returning partition_id),
    kept as (
        select s.partition_id, count(*) as n from stored s group by s.partition_id)
    update partitions p set head = b.base + coalesce(k.n, 0)
      from unnest(p_partitions, p_bases) b(id, base) left join kept k on k.partition_id = b.id
     where p.id = b.id;
    return (
        select jsonb_object_agg((coalesce(i.l, 1) - 1) || ':' || coalesce(i.o, i.n - 1), m.id)
          from rows from (unnest(p_of), unnest(p_places), unnest(p_ids), unnest(p_keys))
               with ordinality i(l, o, i, t, n)
          join messages m on m.partition_id = p_partitions[coalesce(i.l, 1)] and m.transaction_key = i.t
         where m.id <> i.i);
end $$;
