-- A group with dead letters, as a summary tells it.
create function queen._group_of_letters(p_group bigint, p_count bigint, p_oldest timestamptz, p_newest timestamptz)
returns json
language sql stable as $$
    select json_build_object(
               'queue', q.name, 'consumerGroup', g.name, 'count', p_count,
               'oldestFailedAt', _instant(p_oldest), 'newestFailedAt', _instant(p_newest))
      from consumer_groups g join queues q on q.id = g.queue_id where g.id = p_group
$$;
