-- The time that a chart covers, and its steps. p_interval is minute, hour, day, week, month, or null. Null chooses
-- steps that keep the chart readable, of a detail that is kept for all of its time. A chart ends now at the latest.
-- Without p_from it covers the last hour, or a fitting number of intervals.
--
-- first: where the first step begins: the step of p_from, or of the oldest counts that are kept.
-- minutes: how long a step is. For a week or a month it is a day's 1440, and `unit` names the step.
create function queen._chart_span(
    p_interval text, p_from timestamptz, p_to timestamptz, out "from" timestamptz, out "to" timestamptz,
    out first timestamptz, out step interval, out unit text, out grain text, out minutes integer)
language plpgsql volatile as $$
declare
    v_range interval;
begin
    "to" := least(p_to, queen.now());
    "from" := coalesce(p_from, "to" - case p_interval
        when 'hour' then interval '1 day' when 'day' then interval '30 days' when 'week' then interval '12 weeks'
        when 'month' then interval '1 year' else interval '1 hour' end);
    v_range := "to" - "from";
    minutes := case
        when p_interval = 'minute' then 1
        when p_interval = 'hour' then 60
        when p_interval is not null or "from" < _activity_since('hour') then 1440
        when v_range > interval '7 days' then 360
        when v_range > interval '1 day' or "from" < _activity_since('minute') then 60
        when v_range > interval '6 hours' then 15
        when v_range > interval '1 hour' then 5
        else 1 end;
    grain := case when minutes < 60 then 'minute' when minutes < 1440 then 'hour' else 'day' end;
    unit := case when p_interval in ('week', 'month') then p_interval end;
    step := case unit when 'week' then interval '1 week' when 'month' then interval '1 month'
                      else make_interval(mins => minutes) end;
    first := _step_of(step, unit, greatest("from", _activity_since(grain)));
end $$;
