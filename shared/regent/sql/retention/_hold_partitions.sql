-- Locks partitions, then their consumers' rows, in id order, until commit. With p_waits it waits for other sessions,
-- which is safe for one partition only. Without it, a partition is skipped if another session holds it or one of its
-- consumers' rows. Returns the ids that it locked.
create function queen._hold_partitions(p_partitions bigint[], p_waits boolean) returns bigint[]
language plpgsql as $$
declare
    v_held bigint[];
    v_free bigint[];
begin
    if p_waits then
        select array_agg(l.id) into v_held from (
            select p.id from partitions p where p.id = p_partitions[1] for no key update) l;
        perform from partition_consumers c
          where c.partition_id = any(v_held) order by c.partition_id, c.group_id for no key update;
        return v_held;
    end if;
    select array_agg(l.id) into v_held from (
        select p.id from partitions p where p.id = any(p_partitions)
         order by p.id for no key update skip locked) l;
    with held as materialized (
        select c.partition_id, c.group_id from partition_consumers c
         where c.partition_id = any(v_held) order by c.partition_id, c.group_id for no key update skip locked)
    select array_agg(u.id) into v_free from unnest(v_held) u(id)
     where not exists (
           select from partition_consumers c
            where c.partition_id = u.id
              and not exists (select from held h where h.partition_id = c.partition_id and h.group_id = c.group_id));
    return v_free;
end $$;
