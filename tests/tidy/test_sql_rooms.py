"""sql/ obeys the rules of its rooms, and each rule finds what is planted for it."""

from pathlib import Path

import pytest

from regent.install import TABLES
from tests.tidy import sql_rooms

ROOT = Path(__file__).parents[2]
#: Called by every other routine, and by the tests that move the clock; never by a store.
WITHOUT_CALLER = {"queen.now"}
SQL = "shared/regent/sql/"


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    """The library and the tests of its SQL."""
    found = {
        str(path.relative_to(ROOT)): path.read_text()
        for folder in (ROOT / "shared", ROOT / "tests" / "sql")
        for path in folder.rglob("*")
        if path.suffix in {".sql", ".py", ".md"}
    }
    assert len(sql_rooms.routines(found)) > 200
    return found


def test_each_rule_holds(files: dict[str, str]) -> None:
    assert sql_rooms.unknown_rooms(files) == []
    assert sql_rooms.misnamed_routines(files) == []
    assert sql_rooms.calls_that_run_up(files) == []
    assert sql_rooms.needless_exceptions(files) == []
    assert sql_rooms.helpers_nobody_calls(files) == []
    assert sql_rooms.tables_out_of_place(files, TABLES) == []


def test_every_verb_has_its_caller_and_its_tests(files: dict[str, str]) -> None:
    assert sql_rooms.verbs_nobody_calls(files, WITHOUT_CALLER) == []
    assert sql_rooms.verbs_nobody_tests(files) == []


def made(name: str, body: str = "") -> str:
    return f"-- says\ncreate function {name}() returns void language sql as $$ {body} $$;"


def test_a_misnamed_routine_is_found() -> None:
    right = {
        SQL + "queue/pop.sql": made("queen.pop") + "\n" + made("queen._x"),
        SQL + "log/_hide.sql": made("log._hide"),
    }
    assert sql_rooms.misnamed_routines(right) == []
    wrong = {
        SQL + "queue/ack.sql": made("queen.acknowledge"),
        SQL + "queue/_open.sql": made("queen._open") + "\n" + made("queen.opened"),
        SQL + "queue/two.sql": made("queen.two") + "\n" + made("queen.three"),
        SQL + "log/append.sql": made("queen.append"),
    }
    assert len(sql_rooms.misnamed_routines(wrong)) == 6


def test_a_room_that_no_list_knows_is_found() -> None:
    files = {SQL + "attic/box.sql": made("queen.box")}
    assert sql_rooms.unknown_rooms(files) == [
        "shared/regent/sql/attic: tests/tidy/sql_rooms.py does not say how high it stands"
    ]


@pytest.mark.parametrize(
    ("caller", "callee", "fine"),
    [
        ("lag/plan_lag", "queue/_open_in", True),
        ("queue/pop", "base/_instant", True),
        ("queue/pop", "members/_require_no_members", True),  # one of the six
        ("queue/push", "members/_require_no_members", False),
        ("lag/plan_lag", "retention/_older_than", False),
        ("log/append", "queue/_open_in", False),
        ("groups/seek", "keys/_hidden", False),
    ],
)
def test_a_call_that_runs_up_is_found(caller: str, callee: str, fine: bool) -> None:
    names = {room: "log" if room == "log" else "queen" for room in sql_rooms.HEIGHTS}
    files = {
        f"{SQL}{path}.sql": made(f"{names[room]}.{stem}", body)
        for path, body in ((caller, f"select queen.{callee.partition('/')[2]}()"), (callee, ""))
        for room, _, stem in [path.partition("/")]
    }
    assert (sql_rooms.calls_that_run_up(files) == []) == fine


def test_an_exception_that_nobody_needs_any_more_is_found() -> None:
    assert len(sql_rooms.needless_exceptions({})) == len(sql_rooms.UPWARD)


def test_a_helper_without_a_caller_is_found() -> None:
    files = {
        SQL + "queue/pop.sql": made("queen.pop", "select _used()  -- not _unused()"),
        SQL + "queue/_used.sql": made("queen._used"),
        SQL + "queue/_unused.sql": made("queen._unused", "select _unused()"),
        SQL + "queue/_triggered.sql": made("queen._triggered")
        + "create trigger t after delete on queen.q execute function queen._triggered();",
    }
    assert sql_rooms.helpers_nobody_calls(files) == [f"{SQL}queue/_unused.sql: nobody calls it"]


def test_a_table_out_of_place_is_found() -> None:
    files = {
        SQL + "queue/tables/queues.sql": "-- says\ncreate table queen.queues (",
        SQL
        + "queue/tables/two.sql": "-- says\ncreate table queen.two (\ncreate table queen.three (",
        SQL + "log/tables/kinds.sql": "-- says\ncreate table log.kinds (",
    }
    assert sql_rooms.tables_out_of_place(files, ("queue/queues", "queue/two")) == [
        f"{SQL}queue/tables/two.sql: makes ['two', 'three'], expected ['two']",
        "log/kinds: install.TABLES does not list it",
    ]


def test_an_orphan_verb_is_found() -> None:
    files = {
        SQL + "queue/pop.sql": made("queen.pop"),
        SQL + "log/append.sql": made("log.append"),
        SQL + "queue/_hide.sql": made("queen._hide"),
        "shared/regent/stores/queue.py": "'select * from queen.pop(%s)'",
        "tests/sql/log/test_append.py": "",
        "tests/sql/test_pop.py": "",
    }
    assert sql_rooms.verbs_nobody_calls(files) == ["log.append: nothing in shared/regent calls it"]
    assert sql_rooms.verbs_nobody_calls(files, {"log.append"}) == []
    assert sql_rooms.verbs_nobody_tests(files) == [
        "queen.pop: there is no tests/sql/queue/test_pop.py"
    ]
