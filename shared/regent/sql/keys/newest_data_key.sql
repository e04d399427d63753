-- The youngest data key that was made under a setting, and its age; no row if it is p_seconds old or older. A
-- process that needs a key takes this one before it makes another. So many processes share few keys, and a pop
-- unwraps few.
create function queen.newest_data_key(p_setting text, p_seconds integer)
returns table (id text, kms_key text, wrapped text, age_seconds double precision)
language sql stable security definer set search_path = queen, pg_temp as $$
    select d.id, d.kms_key, d.wrapped, d.age
      from (select k.id, k.kms_key, k.wrapped,
                   extract(epoch from queen.now() - k.created_at)::double precision as age
              from data_keys k where k.setting = p_setting
             order by k.created_at desc limit 1) d
     where d.age < p_seconds
$$;
