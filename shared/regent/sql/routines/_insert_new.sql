-- The rest of a push that met a duplicate: stores what is new, in order and without gaps, and corrects the
-- heads, all under the partition locks that the push holds. Returns {"<lane>:<place>": "<id of the first one>"}.
create function queen._insert_new(
    p_ids bigint[], p_bases bigint[], p_times timestamptz[], p_items jsonb, p_producer text)
returns jsonb
language plpgsql
set enable_hashjoin = on     -- push, which calls this, switches it off; here whole batches are joined
as $$
begin
    with item as (
        select i.* from jsonb_to_recordset(p_items) as i(l integer, o integer, i uuid, t uuid, x text, r uuid,
                                                         w double precision, e boolean, k text, h text, d text)),
    fresh as (
        select distinct on (item.l, item.t) item.* from item
         where not exists (select from messages m
                            where m.partition_id = p_ids[item.l] and m.transaction_key = item.t)
         order by item.l, item.t, item.o),
    stored as (
        insert into messages (partition_id, "offset", created_at, id, transaction_key, transaction_text, trace_id,
                              available_at, is_encrypted, producer_sub, key, headers, payload)
        select p_ids[f.l], p_bases[f.l] + row_number() over (partition by f.l order by f.o) - 1, p_times[f.l],
               f.i, f.t, f.x, f.r, p_times[f.l] + make_interval(secs => f.w), coalesce(f.e, false), p_producer,
               f.k, f.h::json, coalesce(f.d, 'null')::json
          from fresh f
        returning partition_id),
    kept as (
        select s.partition_id, count(*) as n from stored s group by s.partition_id)
    update partitions p set head = b.base + coalesce(k.n, 0)
      from unnest(p_ids, p_bases) b(id, base) left join kept k on k.partition_id = b.id
     where p.id = b.id;
    return (
        select jsonb_object_agg((i.l - 1) || ':' || i.o, m.id)
          from jsonb_to_recordset(p_items) as i(l integer, o integer, i uuid, t uuid)
          join messages m on m.partition_id = p_ids[i.l] and m.transaction_key = i.t
         where m.id <> i.i);
end $$;
