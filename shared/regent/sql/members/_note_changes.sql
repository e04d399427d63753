-- Notes what leads to the group's next generation: members that joined, left, expired or were evicted, and growth of
-- the topic. The caller holds the group's row. The first 100 changes are kept, the others are counted: a group whose
-- members come and go all the time must not fill the disk (limits.py has the bound).
create function queen._note_changes(p_group bigint, p_generation bigint, p_changes jsonb) returns void
language sql as $$
    insert into generations as g (group_id, generation, change_count, changes)
    values (p_group, p_generation + 1, jsonb_array_length(p_changes), jsonb_path_query_array(p_changes, '$[0 to 99]'))
    on conflict (group_id, generation) do update
       set change_count = g.change_count + excluded.change_count,
           changes = case when jsonb_array_length(g.changes) >= 100 then g.changes
                          else jsonb_path_query_array(g.changes || excluded.changes, '$[0 to 99]') end
$$;
