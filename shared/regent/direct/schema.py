"""Whether a database has a schema that this release understands. Asked once, before the first
request of a client."""

from __future__ import annotations

import re
from typing import Final

from regent import __version__
from regent.client.errors import SchemaMismatch
from regent.database import Database
from regent.errors import DatabaseForbidden

#: The install writes its version into the schema's comment, which everybody may read.
_ASKED: Final = """
    select obj_description(to_regnamespace('queen'), 'pg_namespace'),
           coalesce(has_schema_privilege(to_regnamespace('queen'), 'usage'), false),
           to_regnamespace('queen') is not null,
           current_user::text"""
_VERSION: Final = re.compile(r"Regent (\d+)\.(\d+)\.")


def check_schema(database: Database, shown: str) -> None:
    """Refuse a database without our schema, with one that is too far from ours, or with another
    role's."""
    ((comment, may_use, exists, role),) = database.fetch(_ASKED)
    if not exists:
        raise SchemaMismatch(
            f"{shown} has no schema of Regent; install it as a role that may make roles and"
            " schemas: regent.install.install(url)"
        )
    if not may_use:
        raise DatabaseForbidden(
            f"the role {role} may not use the schema of Regent at {shown}; log in as regent_api"
        )
    installed = _minor(comment or "")
    if installed is None or not _fits(installed, _minor(f"Regent {__version__}")):
        raise SchemaMismatch(
            f"the schema at {shown} is of {comment or 'an unknown release'}, and this program has"
            f" Regent {__version__}: they may be one minor version apart. Upgrade the older one"
        )


def _minor(words: str) -> tuple[int, int] | None:
    found = _VERSION.match(words)
    return None if found is None else (int(found[1]), int(found[2]))


def _fits(installed: tuple[int, int], ours: tuple[int, int] | None) -> bool:
    return ours is not None and installed[0] == ours[0] and abs(installed[1] - ours[1]) <= 1
