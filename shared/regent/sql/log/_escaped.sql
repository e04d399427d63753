-- Escapes a name or value so that no character in it can be mistaken for a separator of a partition's key.
create function log._escaped(p_text text) returns text
language sql immutable
return replace(replace(replace(p_text, '\', '\\'), '|', '\|'), ':', '\:');
