"""docs/views.md compared with the views: their columns, and statements that run for another
role."""

from __future__ import annotations

import psycopg
import pytest

from tests.docs.markdown import blocks, codes, table
from tests.docs.test_docs import DOCUMENTS, ROOT
from tests.support.rows import rows

PAGE = (ROOT / "docs/views.md").read_text()
SECTIONS = {
    section.splitlines()[0].removeprefix("queen."): section for section in PAGE.split("\n## ")[1:]
}
COLUMNS = (
    "select attname from pg_attribute where attrelid = %s::regclass and attnum > 0 order by attnum"
)


def test_every_view_is_on_the_page(owner_url: str) -> None:
    views = rows(
        owner_url,
        "select relname from pg_class where relnamespace = 'queen'::regnamespace and relkind = 'v'"
        "   and has_table_privilege('regent_api', oid, 'select')",
    )
    assert {view["relname"] for view in views} == set(SECTIONS)


@pytest.mark.parametrize("view", SECTIONS)
def test_every_column_is_described(owner_url: str, view: str) -> None:
    described = [name for row in table(SECTIONS[view], "Column") for name in codes(row["Column"])]
    there = [row["attname"] for row in rows(owner_url, COLUMNS, (f"queen.{view}",))]
    assert sorted(described) == sorted(there)


def test_the_statements_run_for_a_role_that_was_made_as_they_say(owner_url: str) -> None:
    grant, *queries = [block.text for block in blocks(PAGE) if block.language == "sql"]
    assert len(queries) == len(SECTIONS)
    with psycopg.connect(owner_url) as session:  # rolled back: the role belongs to the server
        session.execute(grant.encode())
        session.execute("set local role dashboard")
        for query in queries:
            session.execute(query.encode()).fetchall()
        session.rollback()


def test_statements_stand_on_this_page_only() -> None:
    """This file runs the statements of this page, and test_tables_page.py those of another one; no
    test would run them elsewhere."""
    others = [page for page in DOCUMENTS if page.name not in ("views.md", "tables.md")]
    found = [page.name for page in others for b in blocks(page.read_text()) if b.language == "sql"]
    assert found == []
