-- Clears the depth bound of a queue whose maximum changed, through `configure` or an operator's update: its depth
-- has to be counted again.
create function queen._forget_depth() returns trigger
language plpgsql as $$
begin
    new.depth_bound := null;
    return new;
end $$;

create trigger forget_depth before update of max_queue_size on queen.queues
    for each row when (new.max_queue_size <> old.max_queue_size) execute function queen._forget_depth();
