-- The number of dead letters that a filter asks for (_matching_dead_letters), up to the id p_newest. It counts p_most of
-- them at most (null: all).
create function queen.count_dead_letters(p_filter jsonb, p_newest bigint, p_most bigint) returns bigint
language sql stable security definer set search_path = queen, pg_temp as $$
    select count(*) from _matching_dead_letters(p_filter, p_newest + 1, p_most)
$$;
