-- Raises RG102: the member left, was evicted, or its session ended.
create function queen._unknown_member(p_member text) returns void
language plpgsql as $$
begin
    raise exception 'there is no member %; it left, was evicted, or sent no heartbeat within its session timeout: join again', p_member
        using errcode = 'RG102', detail = jsonb_build_object('memberId', p_member)::text;
end $$;
