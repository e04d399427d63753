-- The names of some attributes, in the log's one order. This function and other small ones are in plpgsql because
-- it keeps its plans: before Postgres 18, a function in SQL is planned again in each statement.
create function log._names(p_attributes jsonb) returns text[]
language plpgsql immutable parallel safe as $$
begin
    return array(select k from jsonb_object_keys(p_attributes) k order by k collate "C");
end $$;
