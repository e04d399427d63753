-- Raises RG004 if plain dead letters would go to a queue with encryption, which stores ciphertext only. Such
-- letters come from another queue, or from before the queue was encrypted. The caller (regent.stores.dead_letters)
-- encrypts the letters that the error lists, and redrives again.
create function queen._require_sealed(p_queue text, p_letters bigint[], p_sealed jsonb) returns void
language plpgsql as $$
declare
    v_plain jsonb;
begin
    select jsonb_agg(d.id) into v_plain from dead_letter_queue d
     where d.id = any(p_letters) and not d.is_encrypted and p_sealed -> d.id::text is null;
    if v_plain is not null then
        raise exception 'dead letters that go to queue % must be encrypted: %', p_queue, v_plain
            using errcode = 'RG004', detail = jsonb_build_object('queues', jsonb_build_array(p_queue), 'letters', v_plain)::text;
    end if;
end $$;
