-- Seconds from one instant to another, rounded to milliseconds; 0 if the second one comes first.
create function queen._seconds(p_from timestamptz, p_to timestamptz) returns double precision
language sql immutable as $$
    select round(greatest(0, date_part('epoch', p_to - p_from)) * 1000) / 1000
$$;
