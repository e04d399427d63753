-- Makes up to 500 partitions claimable whose rest is over. True if there were any: the caller now holds their
-- rows.
create function log._wake_rested(p_scan bigint, p_now timestamptz) returns boolean
language plpgsql as $$
begin
    update offsets o set resume_at = null
     where o.id in (select r.id from offsets r where r.scan_id = p_scan and r.resume_at <= p_now
                     order by r.resume_at limit 500 for no key update skip locked);
    return found;
end $$;
