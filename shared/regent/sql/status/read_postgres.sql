-- Postgres's statistics of this database and of our tables: cache hits, dead rows, vacuum, sizes. Reading them costs
-- nothing. Of other sessions: which are at work or in a transaction, since when, and what they wait for, the oldest
-- transaction first, 100 at most. Not what they say: a statement may quote a value.
create function queen.read_postgres()
returns table ("timestamp" timestamptz, database text, database_cache json, cache_summary json, table_cache json,
               index_cache json, dead_tuples json, hot_updates json, autovacuum_status json, buffer_config json,
               table_sizes json, active_queries json)
language sql stable security definer set search_path = queen, pg_temp as $$
    with tables as materialized (
        select t.relid, t.relname as name, t.n_live_tup as live, t.n_dead_tup as dead, t.n_tup_upd as updates,
               t.n_tup_hot_upd as hot, t.last_vacuum, t.last_autovacuum, t.autovacuum_count, t.autoanalyze_count,
               i.heap_blks_read as reads, i.heap_blks_hit as hits, coalesce(i.idx_blks_read, 0) as index_reads,
               coalesce(i.idx_blks_hit, 0) as index_hits
          from pg_stat_all_tables t join pg_statio_all_tables i using (relid)
         where t.schemaname = 'queen')
    select queen.now(), current_database()::text,
           (select json_build_object('database', d.datname, 'diskReads', d.blks_read, 'cacheHits', d.blks_hit,
                                     'cacheHitRatio', _percent(d.blks_hit, d.blks_hit + d.blks_read))
              from pg_stat_database d where d.datname = current_database()),
           (select json_build_object(
                       'tables', json_build_object('diskReads', sum(t.reads), 'cacheHits', sum(t.hits),
                                                   'hitRatio', _percent(sum(t.hits), sum(t.hits + t.reads))),
                       'indexes', json_build_object('diskReads', sum(t.index_reads), 'cacheHits', sum(t.index_hits),
                                                    'hitRatio', _percent(sum(t.index_hits),
                                                                         sum(t.index_hits + t.index_reads))))
              from tables t),
           (select json_agg(json_build_object(
                       'schema', 'queen', 'table', t.name, 'diskReads', t.reads, 'cacheHits', t.hits,
                       'cacheHitRatio', _percent(t.hits, t.hits + t.reads)) order by t.name) from tables t),
           (select json_agg(json_build_object(
                       'schema', 'queen', 'table', i.relname, 'index', i.indexrelname, 'diskReads', i.idx_blks_read,
                       'cacheHits', i.idx_blks_hit,
                       'cacheHitRatio', _percent(i.idx_blks_hit, i.idx_blks_hit + i.idx_blks_read))
                       order by i.relname, i.indexrelname)
              from pg_statio_all_indexes i where i.schemaname = 'queen'),
           (select json_agg(json_build_object(
                       'schema', 'queen', 'table', t.name, 'deadTuples', t.dead, 'liveTuples', t.live,
                       'deadPercentage', _percent(t.dead, t.live), 'lastVacuum', _instant(t.last_vacuum),
                       'lastAutovacuum', _instant(t.last_autovacuum)) order by t.dead desc, t.name) from tables t),
           (select json_agg(json_build_object(
                       'schema', 'queen', 'table', t.name, 'totalUpdates', t.updates, 'hotUpdates', t.hot,
                       'hotUpdatePercentage', _percent(t.hot, t.updates)) order by t.name) from tables t),
           (select json_agg(json_build_object(
                       'table', t.name, 'lastAutovacuum', _instant(t.last_autovacuum), 'deadTuples', t.dead,
                       'autovacuumCount', t.autovacuum_count, 'autoanalyzeCount', t.autoanalyze_count)
                       order by t.dead desc, t.name) from tables t),
           json_build_object('sharedBuffers', current_setting('shared_buffers'),
                             'sharedBuffersSize', pg_size_pretty(pg_size_bytes(current_setting('shared_buffers')))),
           (select json_agg(json_build_object(
                       'table', t.name, 'totalSize', pg_size_pretty(pg_total_relation_size(t.relid)),
                       'totalSizeBytes', pg_total_relation_size(t.relid),
                       'tableSize', pg_size_pretty(pg_relation_size(t.relid)),
                       'tableSizeBytes', pg_relation_size(t.relid),
                       'indexSize', pg_size_pretty(pg_indexes_size(t.relid)),
                       'indexSizeBytes', pg_indexes_size(t.relid)) order by pg_total_relation_size(t.relid) desc, t.name)
              from tables t),
           (select coalesce(json_agg(json_build_object(
                       'pid', s.pid, 'user', s.usename, 'application', s.application_name, 'state', s.state,
                       'waitEvent', s.wait_event, 'waitEventType', s.wait_event_type,
                       'querySeconds', _seconds(s.query_start, clock_timestamp()),
                       'transactionSeconds', _seconds(s.xact_start, clock_timestamp())) order by s.xact_start, s.pid), '[]')
              from (select * from pg_stat_activity a
                     where a.datname = current_database() and a.pid <> pg_backend_pid() and a.state <> 'idle'
                       and a.backend_type = 'client backend'
                     order by a.xact_start limit 100) s)
$$;
