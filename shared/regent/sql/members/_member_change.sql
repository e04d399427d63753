-- A change as the list of generations has it.
create function queen._member_change(p_change text, p_consumer text, p_at timestamptz) returns jsonb
language sql immutable as $$
    select jsonb_build_object('change', p_change, 'consumerId', p_consumer, 'at', _milliseconds(p_at))
$$;
