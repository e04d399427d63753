-- The key under which messages with this attribute are found. The length keeps ("a", "bc") and ("ab", "c") apart.
create function log._attribute_key(p_name text, p_value text) returns uuid
language sql immutable strict parallel safe
return encode(substr(sha256(convert_to(length(p_name) || ':' || p_name || p_value, 'UTF8')), 1, 16), 'hex')::uuid;
