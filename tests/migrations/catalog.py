"""Everything that the catalogs know about the schema, in a form that compares."""

from __future__ import annotations

from typing import Any

import psycopg

from regent.install import SCHEMAS

Catalog = dict[str, list[tuple[Any, ...]]]

#: Columns are compared without their positions: a migration can only add them at the end.
_QUERIES = {
    "tables": """
        select c.relname, c.relkind::text, c.relpersistence::text, r.rolname, c.reloptions,
               c.relacl::text, c.relrowsecurity, obj_description(c.oid, 'pg_class')
          from pg_class c join pg_roles r on r.oid = c.relowner
         where c.relnamespace = 'queen'::regnamespace and c.relkind in ('r', 'v', 'S', 'm')""",
    "columns": """
        select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
               a.attidentity::text, a.attgenerated::text, a.attstorage::text,
               a.attcompression::text, l.collname, a.attoptions,
               pg_get_expr(d.adbin, d.adrelid), a.attacl::text
          from pg_class c
          join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
          left join pg_collation l on l.oid = a.attcollation
         where c.relnamespace = 'queen'::regnamespace and c.relkind in ('r', 'v')""",
    "indexes": """
        select c.relname, i.relname, pg_get_indexdef(i.oid), i.reloptions, x.indisvalid
          from pg_index x join pg_class c on c.oid = x.indrelid
          join pg_class i on i.oid = x.indexrelid
         where c.relnamespace = 'queen'::regnamespace""",
    "constraints": """
        select c.relname, k.conname, pg_get_constraintdef(k.oid), k.convalidated
          from pg_constraint k join pg_class c on c.oid = k.conrelid
         where c.relnamespace = 'queen'::regnamespace""",
    "triggers": """
        select c.relname, t.tgname, pg_get_triggerdef(t.oid), t.tgenabled::text
          from pg_trigger t join pg_class c on c.oid = t.tgrelid
         where c.relnamespace = 'queen'::regnamespace and not t.tgisinternal""",
    "functions": """
        select p.oid::regprocedure::text, r.rolname, pg_get_functiondef(p.oid), p.proacl::text
          from pg_proc p join pg_roles r on r.oid = p.proowner
         where p.pronamespace = 'queen'::regnamespace""",
    "views": """
        select c.relname, pg_get_viewdef(c.oid) from pg_class c
         where c.relnamespace = 'queen'::regnamespace and c.relkind = 'v'""",
    "types": """
        select t.typname, t.typtype::text from pg_type t
         where t.typnamespace = 'queen'::regnamespace and t.typtype <> 'c' and t.typelem = 0""",
    "statistics": """
        select s.stxname, pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s
         where s.stxnamespace = 'queen'::regnamespace""",
    "schema": """
        select n.nspname, r.rolname, n.nspacl::text
          from pg_namespace n join pg_roles r on r.oid = n.nspowner where n.nspname = 'queen'""",
    "versions": "select name, checksum from queen.schema_versions",
}


def catalog(url: str) -> Catalog:
    with psycopg.connect(url, autocommit=True) as connection:
        return {
            what: sorted(
                (
                    (schema, *row)
                    for schema in SCHEMAS
                    for row in connection.execute(
                        query.replace("'queen'", f"'{schema}'").encode()
                    ).fetchall()
                ),
                key=repr,
            )
            for what, query in _QUERIES.items()
        }


def differences(fresh: Catalog, migrated: Catalog) -> list[str]:
    """One line for each thing that only one of the two has."""
    return [
        f"{what}: only {side}: {entry}"
        for what in fresh
        for side, here, there in (
            ("fresh", fresh[what], migrated[what]),
            ("migrated", migrated[what], fresh[what]),
        )
        for entry in here
        if entry not in there
    ]
