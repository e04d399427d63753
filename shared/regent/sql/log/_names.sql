-- The names of some attributes, in the one order that counts. (Here and elsewhere in plpgsql, which keeps its plans: a
-- function in SQL is planned anew in each statement, before Postgres 18.)
create function log._names(p_attributes jsonb) returns text[]
language plpgsql immutable parallel safe as $$
begin
    return array(select k from jsonb_object_keys(p_attributes) k order by k collate "C");
end $$;
