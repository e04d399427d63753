-- One partition by its id, as lists show it.
create function queen.read_partition(p_id bigint)
returns table (
    id bigint, name text, queue text, head bigint, tail bigint, messages bigint, last_activity timestamptz,
    created_at timestamptz, groups json)
language plpgsql stable security definer
set search_path = queen, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
    return query select s.* from _partitions_shown(array[(_require_partition_id(p_id)).id]) s;
end $$;
