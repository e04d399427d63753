-- A text in which nothing can be mistaken for the joints of a partition's name.
create function log._escaped(p_text text) returns text
language sql immutable
return replace(replace(replace(p_text, '\', '\\'), '|', '\|'), ':', '\:');
