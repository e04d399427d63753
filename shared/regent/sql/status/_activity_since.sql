-- The instant since which rows of a grain are kept: two days of minutes to look closely at an incident, 90 days of
-- hours, three years of days for trends. A queue that is always busy has 6,136 rows.
create function queen._activity_since(p_grain text) returns timestamptz
language sql volatile as $$
    select date_trunc(p_grain, queen.now() - case p_grain when 'minute' then interval '2 days'
                                                          when 'hour' then interval '90 days'
                                                          else interval '3 years' end, 'UTC')
$$;
