-- Lists a group's partitions by id, the order in which they were found: the group's position, and the worker that
-- holds the partition. Starts at an id; returns as many as fit into p_max_bytes, and at least one. p_state: only
-- partitions in this state; a state has no index, so a page ends after p_most partitions were looked at, though it may
-- have none. next_id: where the next page starts; with a state, null at the end. An empty page may be one row without
-- a partition, so that it always comes.
create function log.list_offsets(p_group text, p_from bigint, p_state text, p_limit integer, p_most integer, p_max_bytes bigint)
returns table (next_id bigint, id bigint, partition_key text, partition_value jsonb, state text, last_position bigint,
               next_position bigint, claimed boolean, claim_id text, claimed_by text, claimed_at timestamptz,
               claimed_until timestamptz, resume_at timestamptz, error text)
language plpgsql security definer set search_path = log, pg_temp as $$
#variable_conflict use_column
declare
    v_group groups := _require_group(p_group);
    v_now timestamptz := queen.now();
    v_look integer := case when p_state is null then p_limit else p_most end;
begin
    return query
    with looked as materialized (
        select o.*, case when o.claimed_until > v_now then 'claimed' when o.next_position is null then 'idle'
                         when o.resume_at > v_now then 'resting' else 'pending' end as state
          from offsets o join scans s on s.id = o.scan_id
         where s.group_id = v_group.id and o.id >= coalesce(p_from, 0)
         order by o.id limit v_look),
    fitting as (
        select l.*, row_number() over w as nth,
               sum(500 + 3 * octet_length(l.partition_key) + coalesce(octet_length(l.error), 0)) over w as bytes
          from looked l where p_state is null or l.state = p_state
        window w as (order by l.id)),
    shown as (
        select * from fitting f where f.nth = 1 or f.nth <= p_limit and f.bytes <= p_max_bytes),
    following as (
        select case when p_state is null or (select count(*) from shown) < (select count(*) from fitting)
                    then (select max(s.id) + 1 from shown s)
                    when (select count(*) from looked) = v_look then (select max(l.id) + 1 from looked l) end as id)
    select n.id, s.id, s.partition_key, s.value, s.state, s.last_position, s.next_position,
           coalesce(s.claimed_until > v_now, false),
           case when s.claimed_until > v_now then s.id || '.' || s.claims end, s.claimed_by, s.claimed_at, s.claimed_until,
           s.resume_at, s.error
      from following n left join shown s on true
     order by s.id;
end $$;
