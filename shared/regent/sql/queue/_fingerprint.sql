-- An error without what differs from one failure to the next: quoted texts become '…'; ids, numbers, times and
-- addresses become #. So "no account 17" and "no account 4711" are one kind of error, "no account #". A word of eight
-- or more characters with a digit in it is an id, of any alphabet.
--
-- Bound: the first 1,000 characters are looked at, and 200 are kept: errors differ at their beginning, and the
-- fingerprint stands in indexes and addresses. The letters keep it, so a change of these rules needs a migration.
create function queen._fingerprint(p_error text) returns text
language plpgsql immutable strict as $$
declare
    v_text text := left(p_error, 1000);
begin
    v_text := regexp_replace(v_text, '"[^"]*("|$)|`[^`]*(`|$)|“[^”]*(”|$)|(?<!\w)''[^'']*(''(?!\w)|$)', '''…''', 'g');
    v_text := regexp_replace(v_text, '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', '#', 'gi');
    v_text := regexp_replace(v_text, '(?<!\w)(?=\w*\d)\w{8,}', '#', 'g');
    v_text := regexp_replace(v_text, '\d+', '#', 'g');
    v_text := regexp_replace(v_text, '#([-.,:/]#)+', '#', 'g');
    v_text := left(btrim(regexp_replace(v_text, '\s+', ' ', 'g')), 200);
    return coalesce(nullif(v_text, ''), '(none)');
end $$;
