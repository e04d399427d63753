-- Raises RG014 for a pop without a mode, where the group would have to be subscribed first. Such a pop is the second
-- half of take_next: it holds consumers' rows already, and a subscription locks queues, which come before rows.
create function queen._refuse_to_subscribe(p_mode text, p_group text, p_what text) returns void
language plpgsql as $$
begin
    if p_mode is null then
        raise exception 'group % is not subscribed to %; pop it once', p_group, p_what using errcode = 'RG014';
    end if;
end $$;
