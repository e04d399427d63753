-- Refuses p_more further things of a kind (queues, partitions, groups) if there are p_there, and the settings allow
-- fewer than the sum. p_subject says of what: 'groups of queue orders'; p_named is the first that is too many.
create function queen._refuse_beyond(p_kind text, p_subject text, p_there bigint, p_more integer, p_named text)
returns void
language plpgsql as $$
declare
    v_most integer := (select case p_kind when 'queues' then b.queues when 'partitions' then b.partitions
                                          else b.groups end from bounds b);
    v_setting text := 'REGENT_MAX_' || upper(p_kind);
begin
    if p_there + p_more > v_most then
        raise exception '%: % of at most %, and % would be % more (%, on AWS max%): delete what nobody uses, or raise the bound',
            p_subject, p_there, v_most,
            quote_literal(p_named) || case when p_more > 1 then ' and others' else '' end,
            case p_more when 1 then 'one' else p_more::text end, v_setting, initcap(p_kind)
            using errcode = 'RG016', detail = jsonb_build_object(
                'setting', v_setting, 'bound', v_most, 'there', p_there)::text;
    end if;
end $$;
