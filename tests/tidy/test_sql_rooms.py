"""sql/ obeys the rules of its rooms, and each rule finds the mistakes that are planted for it."""

from pathlib import Path

import pytest

from regent.install import TABLES
from tests.tidy import sql_rooms

ROOT = Path(__file__).parents[2]
SQL = "shared/regent/sql/"


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    """The library, its handlers and the tests of its SQL."""
    found = {
        str(path.relative_to(ROOT)): path.read_text()
        for folder in (ROOT / "shared", ROOT / "functions", ROOT / "tests" / "sql")
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
    assert sql_rooms.verbs_a_readme_forgets(files) == []
    assert sql_rooms.writers_that_forget_the_bounds(files) == []


def test_every_verb_is_one_word_in_sql_store_route_and_test(files: dict[str, str]) -> None:
    assert sql_rooms.verbs_without_a_method(files) == []
    assert sql_rooms.routes_named_otherwise(files) == []
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
        ("queue/_pop_any", "members/_require_no_members", True),  # one of the six
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


def test_a_writer_that_forgets_the_bounds_is_found() -> None:
    bounds = "largest = greatest(p.largest, 1), delayed_until = p.delayed_until"
    moves = "update partitions p set head = p.head + 1, {} where p.id = 1;"
    stores = "insert into messages (payload) values (1);"
    delays = "insert into messages (available_at) values (null);"
    files = {
        SQL + "queue/push.sql": made("queen.push", moves.format(bounds) + stores),
        SQL + "queue/_insert_new.sql": made("queen._insert_new", stores),
        SQL + "queue/_clear.sql": made("queen._clear", "update partitions p set tail = p.head;"),
        SQL + "log/append.sql": made("log.append", stores),
        SQL + "queue/_half.sql": made("queen._half", moves.format("largest = 1") + stores),
        SQL + "queue/_bare.sql": made("queen._bare", stores),
        SQL + "queue/_late.sql": made("queen._late", moves.format(bounds) + delays),
    }
    assert sql_rooms.writers_that_forget_the_bounds(files) == [
        f"{SQL}queue/_half.sql: moves a head without the bounds",
        f"{SQL}queue/_bare.sql: stores messages without the bounds",
        f"{SQL}queue/_late.sql: stores delays without their bound",
    ]


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


def test_a_verb_without_a_method_of_its_name_is_found() -> None:
    store = "class S:\n    def {}(self):\n        'select * from queen.pop(%s)'\n"
    files = {
        SQL + "queue/pop.sql": made("queen.pop"),
        SQL + "queue/_hide.sql": made("queen._hide"),
        SQL + "log/append.sql": made("log.append"),
        "shared/regent/stores/queue.py": store.format("pop"),
        "shared/regent/stores/log.py": "class S:\n    def append(self): ...\n",
    }
    assert sql_rooms.verbs_without_a_method(files) == [
        "log.append: shared/regent/stores/log.py has no method append that calls it"
    ]
    files["shared/regent/stores/queue.py"] = store.format("take")
    assert len(sql_rooms.verbs_without_a_method(files)) == 2


def test_a_short_way_belongs_to_the_method_of_its_verb() -> None:
    files = {
        SQL + "queue/push_one.sql": made("queen.push_one"),
        "shared/regent/stores/queue.py": "    def push(self):\n        'queen.push_one()'",
    }
    assert sql_rooms.verbs_without_a_method(files) == []
    files["shared/regent/stores/queue.py"] = "    def push(self): ..."
    assert len(sql_rooms.verbs_without_a_method(files)) == 1


def test_a_route_with_another_name_than_its_verb_is_found() -> None:
    route = "@app.get('/x')\ndef {}():\n    queues().{}()\n"
    files = {
        SQL + "queue/pop.sql": made("queen.pop"),
        SQL + "queue/ack.sql": made("queen.ack"),
        "functions/api/pop.py": route.format("take", "pop"),
        # Two routes of one verb cannot both have its name.
        "functions/api/ack.py": route.format("ack_one", "ack") + route.format("ack_many", "ack"),
    }
    assert sql_rooms.routes_named_otherwise(files) == [
        "functions/api/pop.py: take calls pop alone, so it bears that name"
    ]
    files["functions/api/pop.py"] = route.format("pop", "pop")
    assert sql_rooms.routes_named_otherwise(files) == []


def test_a_verb_without_tests_is_found() -> None:
    files = {SQL + "queue/pop.sql": made("queen.pop"), "tests/sql/test_pop.py": ""}
    assert sql_rooms.verbs_nobody_tests(files) == [
        "queen.pop: there is no tests/sql/queue/test_pop.py"
    ]


def test_a_verb_that_its_rooms_readme_forgets_is_found() -> None:
    files = {
        SQL + "queue/pop.sql": made("queen.pop"),
        SQL + "queue/ack.sql": made("queen.ack"),
        SQL + "queue/_hide.sql": made("queen._hide"),
        SQL + "queue/README.md": "`pop` takes messages; `_hide` and ack are not told of.",
    }
    assert sql_rooms.verbs_a_readme_forgets(files) == [f"{SQL}queue/README.md: does not name `ack`"]
