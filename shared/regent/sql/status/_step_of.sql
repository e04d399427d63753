-- The instant (UTC) at which the chart step begins that holds p_instant. _chart_span says what a step is.
create function queen._step_of(p_step interval, p_unit text, p_instant timestamptz) returns timestamptz
language sql immutable as $$
    select case when p_unit is null then date_bin(p_step, p_instant, '2000-01-01T00:00:00Z')
                else date_trunc(p_unit, p_instant, 'UTC') end
$$;
