-- The key under which messages with this attribute are found.
create function log._key(p_name text, p_value text) returns uuid
language sql immutable strict parallel safe
return md5(p_name || E'\x1f' || p_value)::uuid;
