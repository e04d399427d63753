-- Texts in the log's one order, each once.
create function log._sorted(p_texts text[]) returns text[]
language plpgsql immutable parallel safe as $$
begin
    return array(select distinct t collate "C" from unnest(p_texts) t order by 1);
end $$;
