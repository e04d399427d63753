-- A hash that stands for a set of names (sorted) in unique keys.
create function log._names_key(p_names text[]) returns uuid
language sql immutable parallel safe
return encode(substr(sha256(convert_to(array_to_json(p_names)::text, 'UTF8')), 1, 16), 'hex')::uuid;
