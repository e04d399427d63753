-- Remembers how many partitions a topic had before it grew, whether by `create_topic` or by `configure`; if it grew
-- lately, also how many it had before that.
create function queen._remember_growth() returns trigger
language plpgsql security definer set search_path = queen, pg_temp as $$
begin
    new.grown_from := case when _grew_lately(old.grown_at) then old.grown_from else '{}' end || old.fixed_partitions;
    new.grown_at := queen.now();
    return new;
end $$;

create trigger remember_growth before update of fixed_partitions on queen.queues
    for each row when (new.fixed_partitions > old.fixed_partitions and old.fixed_partitions > 0)
    execute function queen._remember_growth();
