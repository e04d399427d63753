"""A log of any length, written past its routines: the same rows as if it had been appended."""

from __future__ import annotations

import psycopg

#: Ten messages for each partition (course, user), a tenth of them about the course alone; a fifth
#: of the log is of one partition. The group g has looked through it and is done with all of it.
_FILL = """
set role regent_owner;
set search_path = log;
set synchronous_commit = off;
insert into kinds (type, names, names_key)
select t, n, _names_key(n)
  from (values ('joined', array['course', 'user']), ('created', array['course'])) v(t, n);
create temp table said as
select i as position,
       case when i % 10 = 0 then 'created' else 'joined' end as type,
       case when i % 5 = 0 then 'deep' else 'c' || (i % ({n} / 10)) / 100 end as course,
       case when i % 5 = 0 then 'deep' else 'u' || i % ({n} / 10) end as usr
  from generate_series(1, {n}) i;
insert into messages (position, id, kind_id, payload, created_at)
select s.position, gen_random_uuid(), k.id,
       case when k.type = 'created' then json_build_object('course', s.course)
            else json_build_object('course', s.course, 'user', s.usr) end, now()
  from said s join kinds k using (type);
insert into message_keys (key, kind_id, position)
select v.key, k.id, s.position
  from said s join kinds k using (type)
 cross join lateral (
       select _attribute_key('course', s.course) as key
        union all select _attribute_key('user', s.usr) where s.type = 'joined'
        union all select '00000000-0000-0000-0000-000000000000') v;
select setval('positions', {n});
insert into groups (name, created_at, updated_at) values ('g', now(), now());
insert into scans (group_id, names, names_key, types, asked, asked_since, scanned_to)
select id, array['course', 'user'], _names_key(array['course', 'user']), array['created', 'joined'],
       array['created', 'joined'], queen.now(), {n} from groups;
insert into offsets (scan_id, partition_key, value, keys, last_position)
select c.id, _partition_key(v.value), v.value, _attribute_keys(v.value), {n}
  from scans c, (select distinct jsonb_build_object('course', s.course, 'user', s.usr) as value
                   from said s where type = 'joined') v;
insert into offset_keys (scan_id, key, offset_id)
select o.scan_id, k, o.id from offsets o cross join unnest(o.keys) k;
reset role;
vacuum (analyze) log.messages, log.message_keys, log.offsets, log.offset_keys, log.kinds;
"""


def fill_log(owner_url: str, messages: int) -> None:
    """Make it, in an empty log."""
    with psycopg.connect(owner_url, autocommit=True) as connection:
        for statement in _FILL.format(n=messages).split(";"):
            if statement.strip():
                connection.execute(statement.encode())
