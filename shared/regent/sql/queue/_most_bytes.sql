-- The most bytes that a message takes in an answer, whatever surrounds it; others: its texts that are quoted there.
-- Never less than _claimable.sql measures of the stored message: a stored value is up to 4 bytes longer than its
-- text. Inlined.
create function queen._most_bytes(p_payload text, p_headers text, p_others text) returns integer
language sql immutable as $$
    select octet_length(p_payload) + coalesce(octet_length(p_headers), 0) + 6 * octet_length(p_others) + 8
$$;
