-- Refuses new names with a question mark, where the settings say so. API Gateway cuts a path at one: a request to
-- delete the queue `orders?old` arrives as one to delete `orders`. p_kind says of what: 'queue', 'partition', 'group'.
create function queen._require_plain(p_kind text, variadic p_names text[]) returns void
language plpgsql as $$
declare
    v_name text := (select n from unnest(p_names) n where strpos(n, '?') > 0 limit 1);
begin
    if v_name is not null and (select b.plain_names from queen.bounds b) then
        raise exception 'the name of the % is %: it may not hold a question mark here (REGENT_PLAIN_NAMES), because API Gateway cuts a path there, and requests about it would reach %',
            p_kind, quote_literal(v_name), quote_literal(split_part(v_name, '?', 1))
            using errcode = 'RG037', detail = jsonb_build_object('kind', p_kind, 'name', v_name)::text;
    end if;
end $$;
