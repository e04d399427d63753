-- Registers a group, once. Registering it again changes only its partition_by, if that is given. True if the group
-- is new.
create function log.register_group(p_name text, p_partition_by text[]) returns boolean
language plpgsql security definer set search_path = log, pg_temp as $$
declare
    v_made boolean;
    v_now timestamptz := queen.now();
begin
    perform queen._require_plain('group', p_name);
    insert into groups as g (name, partition_by, created_at, updated_at) values (p_name, p_partition_by, v_now, v_now)
    on conflict (name) do update set partition_by = coalesce(excluded.partition_by, g.partition_by)
     where excluded.partition_by is distinct from g.partition_by and excluded.partition_by is not null
    returning g.xmax = 0 into v_made;
    return coalesce(v_made, false);
end $$;
