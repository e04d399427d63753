-- Says which attributes of a type count, for messages to come; null takes that back: then all scalar ones do.
create function log.declare_type(p_type text, p_attributes text[]) returns void
language plpgsql security definer set search_path = log, pg_temp as $$
begin
    -- Who appends messages of the type meanwhile has counted either the old attributes or the new ones.
    perform pg_advisory_xact_lock(hashtextextended(p_type, 4443));
    if p_attributes is null then
        delete from types t where t.type = p_type;
    else
        insert into types (type, attributes)
        values (p_type, array(select distinct a collate "C" from unnest(p_attributes) a order by 1))
        on conflict (type) do update set attributes = excluded.attributes;
    end if;
end $$;
