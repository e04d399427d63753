-- A part of a whole in percent, with two decimals; null if there is no whole.
create function queen._percent(p_part numeric, p_whole numeric) returns double precision
language sql immutable as $$
    select round(100 * p_part / nullif(p_whole, 0), 2)::double precision
$$;
