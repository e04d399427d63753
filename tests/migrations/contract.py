"""The contract between the schema and the code: what the functions and the jobs may call and read.

`pulumi up` changes the schema first and the functions after it, so for a while the code of the last
release runs on the schema of this one. `contracts/<version>.json` is the promise of a release.
`contracts/next.json` is the promise of the next one, written by `python -m
tests.migrations.contract`. `make release` copies next.json to a file of its version.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import dict_row

from regent.install import SCHEMAS, SQL, install
from regent.local.postgres import Postgres

CONTRACTS = Path(__file__).parent / "contracts"
NEXT = CONTRACTS / "next.json"
ROLES = ("regent_api", "regent_reclaim", "regent_jobs", "regent_export")
#: By kind: functions and views, each under its name.
Contract = dict[str, Any]

_FUNCTIONS = """
    select n.nspname || '.' || p.proname as name, p.proretset as is_set,
           p.pronargdefaults as defaults, p.proargnames as names, p.proargmodes::text[] as modes,
           array(select format_type(t, null)
                   from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]))
                        with ordinality a(t, i) order by i) as types,
           format_type(p.prorettype, null) as returns, {roles} as roles
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = any(%(schemas)s) and p.prokind = 'f'
     order by 1, p.oid::regprocedure::text"""
_VIEWS = """
    select n.nspname || '.' || c.relname as name, {roles} as roles,
           array(select array[a.attname::text, format_type(a.atttypid, a.atttypmod)]
                   from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                  order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any(%(schemas)s) and c.relkind in ('v', 'm', 'r')
     order by 1"""
_MAY = "array(select r from unnest(%(roles)s::text[]) r where {privilege})"


def read(url: str) -> Contract:
    """The functions and views that a database grants."""
    asked = {"schemas": list(SCHEMAS), "roles": list(ROLES)}
    calls = _MAY.format(privilege="has_function_privilege(r, p.oid, 'execute')")
    reads = _MAY.format(privilege="has_any_column_privilege(r, c.oid, 'select')")
    with psycopg.connect(url, row_factory=dict_row) as connection:
        functions = connection.execute(_FUNCTIONS.format(roles=calls).encode(), asked).fetchall()
        views = connection.execute(_VIEWS.format(roles=reads).encode(), asked).fetchall()
    contract: Contract = {"functions": {}, "views": {}}
    for row in functions:
        if row["roles"]:
            contract["functions"].setdefault(row["name"], []).append(_function(row))
    for row in views:
        if row["roles"]:
            contract["views"][row["name"]] = {"columns": row["columns"], "roles": row["roles"]}
    return contract


def _function(row: dict[str, Any]) -> dict[str, Any]:
    modes = row["modes"] or ["i"] * len(row["types"])
    names = row["names"] or [""] * len(row["types"])
    every = list(zip(modes, names, row["types"], strict=True))
    arguments = [[name, kind] for mode, name, kind in every if mode in "ib"]
    results = [[name, kind] for mode, name, kind in every if mode in "obt"]
    return {
        "arguments": arguments,
        "required": len(arguments) - row["defaults"],
        "returns": results or row["returns"],
        "isSet": row["is_set"],
        "roles": row["roles"],
    }


def complaints(promised: Contract, there: Contract) -> list[str]:
    """The reasons why code that was written for the old contract would fail with the new one."""
    found = []
    for name, overloads in promised["functions"].items():
        for old in overloads:
            found += [f"{name}: {why}" for why in _why_not(old, there["functions"].get(name, []))]
    for name, old in promised["views"].items():
        new = there["views"].get(name, {"columns": [], "roles": []})
        gone = [column for column in old["columns"] if column not in new["columns"]]
        found += [f"{name}: has no column {' '.join(column)} any more" for column in gone]
        found += [f"{name}: {role} may not read it" for role in _missing(old, new)]
    return found


def _why_not(old: dict[str, Any], overloads: list[dict[str, Any]]) -> list[str]:
    fitting = [new for new in overloads if _takes(new, old)]
    if not fitting:
        return [f"nothing takes its {len(old['arguments'])} arguments {_words(old['arguments'])}"]
    if len(fitting) > 1:
        return [f"{len(fitting)} overloads take {_words(old['arguments'])}: Postgres cannot choose"]
    new = fitting[0]
    # The stores take a row's columns by position, so one more breaks them like one less.
    shape = [new["returns"], new["isSet"]] == [old["returns"], old["isSet"]]
    changed = [] if shape else [f"returns {new['returns']}, not {old['returns']}"]
    return changed + [f"{role} may not call it" for role in _missing(old, new)]


def _takes(new: dict[str, Any], old: dict[str, Any]) -> bool:
    """Every possible call of the old function: with all of its arguments, and without its
    defaults."""
    count = len(old["arguments"])
    return (
        new["arguments"][:count] == old["arguments"]
        and new["required"] <= old["required"]
        and len(new["arguments"]) >= count
    )


def _missing(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    return [role for role in old["roles"] if role not in new["roles"]]


def _words(arguments: list[list[str]]) -> str:
    return "(" + ", ".join(" ".join(argument) for argument in arguments) + ")"


def written(contract: Contract) -> str:
    """The contract as its file has it: a line for each overload and view, so that a diff is
    readable."""
    lines = ['{"functions": {']
    functions = [
        f"  {json.dumps(name)}: [\n    " + ",\n    ".join(map(json.dumps, overloads)) + "\n  ]"
        for name, overloads in contract["functions"].items()
    ]
    views = [f"  {json.dumps(name)}: {json.dumps(it)}" for name, it in contract["views"].items()]
    lines += [",\n".join(functions), '}, "views": {', ",\n".join(views), "}}"]
    return "\n".join(lines) + "\n"


def promised(sql: Path = SQL) -> str:
    """The promise of a schema, as next.json has it: installed into an empty database and read."""
    with tempfile.TemporaryDirectory(prefix="contract-") as folder:
        data = Path(folder) / "data"
        with Postgres(data, throw_away=True) as server:
            install(server.url("postgres"), sql)
            return written(read(server.url("postgres")))


def main() -> None:
    """Write the promise of this tree's schema."""
    NEXT.write_text(promised())


if __name__ == "__main__":
    main()
