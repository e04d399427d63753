"""The rules of sql/: a folder for each room, calls that run down, no helper without a caller.

Each rule takes the files as text, so that its own test can plant mistakes.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

SQL: Final = "shared/regent/sql/"
#: The height of a room. It may call itself and lower rooms.
HEIGHTS: Final[Mapping[str, int]] = {
    "base": 0,
    "queue": 1,
    "members": 2,
    "groups": 3,
    "dead_letters": 4,
    "messages": 4,
    "resources": 4,
    "status": 4,
    "lag": 4,
    "retention": 4,
    "audit": 4,
    "keys": 4,
    "log": 4,
}
#: The calls that run up on purpose. sql/README.md says why.
UPWARD: Final = frozenset(
    {
        ("queen._pop_any", "queen._require_no_members"),
        ("queen.pop_matching", "queen._count_members"),
        ("queen._create_partitions", "queen._set_off_rebalance"),
        ("queen._lock_consumers", "queen._hold_member_group_shared"),
        ("queen.transaction", "queen._commit_offsets"),
        ("queen.transaction", "log.append"),
    }
)
#: Rooms that call nobody but base.
ALONE: Final = frozenset({"keys", "log"})

#: Rooms whose verbs are not methods in regent/stores.
STORES: Final[Mapping[str, str]] = {"keys": "shared/regent/encryption/data_keys.py"}
#: Where the statement is that makes a change and notes it.
NOTES: Final = "shared/regent/changes.py"
#: `now` is called by the other routines and by tests that move the clock. Jobs read in Spark's
#: tasks, so they take statements as text from the store's module. A note of a change is a part of
#: the statement that makes the change.
WITHOUT_METHOD: Final = frozenset(
    {
        "queen.now",
        "queen.note_change",
        "queen.plan_lag",
        "queen.list_lag_groups",
        "queen.measure_lag",
        "queen.leave_mark",
        "queen.has_mark",
        "queen.expire_lag_snapshots",
    }
)

#: The short way of a verb belongs to the verb's method.
OTHER_METHOD: Final[Mapping[str, str]] = {"queen.push_one": "push", "queen.ack_lane": "ack"}
#: Corrects the heads of a push, which has written the bounds of its messages already.
WRITES_WITHIN_BOUNDS: Final = frozenset({"queen._insert_new"})

Files = Mapping[str, str]


@dataclass(frozen=True)
class Routine:
    """A function of ours: ``queen.pop`` in the room queue."""

    name: str
    room: str
    path: str

    @property
    def is_public(self) -> bool:
        return not self.name.partition(".")[2].startswith("_")


def routines(files: Files) -> list[Routine]:
    """Every routine in a file of its room; migrations and grants make none."""
    found = []
    for path, _ in _files(files):
        room, _, stem = path.removeprefix(SQL).removesuffix(".sql").partition("/")
        if stem and "/" not in stem and stem != "grants" and room != "migrations":
            schema = "log" if room == "log" else "queen"
            found.append(Routine(f"{schema}.{stem}", room, path))
    return found


def misnamed_routines(files: Files) -> list[str]:
    """verb.sql makes the public function ``verb`` alone; _name.sql makes private ones only."""
    complaints = []
    for each in routines(files):
        stem = PurePosixPath(each.path).stem
        names = re.findall(
            r"^create (?:or replace )?(?:function|procedure) (\w+\.\w+)",
            files[each.path],
            re.MULTILINE,
        )
        public = sorted({name for name in names if "._" not in name})
        wanted = [] if stem.startswith("_") else [each.name]
        if public != wanted:
            complaints.append(f"{each.path}: public functions {public}, expected {wanted}")
        if each.name not in names:
            complaints.append(f"{each.path}: makes no function {each.name}")
    return complaints


def verbs_without_a_method(files: Files) -> list[str]:
    """A public verb that the store of its room does not offer under its own name."""
    complaints = []
    for each in routines(files):
        verb = OTHER_METHOD.get(each.name) or each.name.partition(".")[2]
        store = STORES.get(each.room, f"shared/regent/stores/{each.room}.py")
        text = files.get(store, "") + files.get(NOTES, "")
        named = re.search(rf"^    def {verb}\(", text, re.MULTILINE) or each.name in WITHOUT_METHOD
        called = re.search(rf"\b{re.escape(each.name)}\(", text) or each.name == "queen.now"
        if each.is_public and not (named and called):
            complaints.append(f"{each.name}: {store} has no method {verb} that calls it")
    return complaints


def routes_named_otherwise(files: Files) -> list[str]:
    """A route that alone calls a verb and calls no other one, but has another name."""
    verbs = {each.name.partition(".")[2] for each in routines(files) if each.is_public}
    calls = [
        (path, node.name, called)
        for path, text in files.items()
        if path.startswith("functions/api/") and path.endswith(".py")
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_route(node)
        for called in [_verbs_called(node) & verbs]
    ]
    times = Counter(verb for _, _, called in calls for verb in called)
    return [
        f"{path}: {name} calls {verb} alone, so it bears that name"
        for path, name, called in calls
        for verb in called
        if len(called) == 1 and times[verb] == 1 and name != verb
    ]


def verbs_nobody_tests(files: Files) -> list[str]:
    """A public verb without a test file of its name, in the folder of its room."""
    return [
        f"{each.name}: there is no {test}"
        for each in routines(files)
        if each.is_public
        and (test := f"tests/sql/{each.room}/test_{PurePosixPath(each.path).stem}.py") not in files
    ]


def unknown_rooms(files: Files) -> list[str]:
    """A folder that no list of rooms knows, so that no rule covers its calls."""
    return sorted(
        {
            f"{SQL}{each.room}: tests/tidy/sql_rooms.py does not say how high it stands"
            for each in routines(files)
            if each.room not in HEIGHTS
        }
    )


def calls_that_run_up(files: Files) -> list[str]:
    """A call from a room to a higher one, to another one of the same height, or to a lone room."""
    known = {each.name: each for each in routines(files)}
    return [
        f"{caller.path}: {caller.room} may not call {callee.name} of {callee.room}"
        for caller in known.values()
        for callee in (known[name] for name in _calls(files[caller.path], caller, known))
        if (caller.name, callee.name) not in UPWARD and not _may_call(caller.room, callee.room)
    ]


def needless_exceptions(files: Files) -> list[str]:
    """An upward call that is allowed and no longer made."""
    known = {each.name: each for each in routines(files)}
    made = {
        (caller.name, name)
        for caller in known.values()
        for name in _calls(files[caller.path], caller, known)
    }
    return [f"{caller} does not call {callee}" for caller, callee in sorted(UPWARD - made)]


def helpers_nobody_calls(files: Files) -> list[str]:
    """A private routine that no routine, view or trigger calls."""
    known = {each.name: each for each in routines(files)}
    called = set()
    for path, text in _files(files):
        room = path.removeprefix(SQL).partition("/")[0]
        stem = PurePosixPath(path).stem
        caller = Routine(f"{'log' if room == 'log' else 'queen'}.{stem}", room, path)
        called |= _calls(text, caller, known)
        called |= set(re.findall(r"execute function ((?:queen|log)\.\w+)", text))  # a trigger
    return [
        f"{each.path}: nobody calls it"
        for each in known.values()
        if not each.is_public and each.name not in called
    ]


def writers_that_forget_the_bounds(files: Files) -> list[str]:
    """A routine that stores messages, and does not keep what their partition says of all of them:
    `largest` and `delayed_until`, written with the head. A pop relies on both."""
    complaints = []
    for each in routines(files):
        code = re.sub(r"--.*", "", files[each.path])
        updates = re.findall(r"\bupdate partitions\b.*?\b(?:where|returning)\b", code, re.DOTALL)
        moves = [update for update in updates if re.search(r"\bhead = \w+\.head \+", update)]
        if not all("largest =" in update and "delayed_until =" in update for update in moves):
            complaints.append(f"{each.path}: moves a head without the bounds")
        if (
            each.room == "log"
            or "insert into messages" not in code
            or each.name in WRITES_WITHIN_BOUNDS
        ):
            continue
        if not moves:
            complaints.append(f"{each.path}: stores messages without the bounds")
        if "available_at" in code and "delayed_until = greatest(" not in code:
            complaints.append(f"{each.path}: stores delays without their bound")
    return complaints


def tables_out_of_place(files: Files, listed: tuple[str, ...]) -> list[str]:
    """A file of tables/ that does not hold exactly the table of its name, or that no install
    runs."""
    complaints = []
    there = set()
    for path, text in _files(files):
        parts = path.removeprefix(SQL).removesuffix(".sql").split("/")
        if len(parts) != 3 or parts[1] != "tables":
            continue
        there.add(f"{parts[0]}/{parts[2]}")
        made = re.findall(r"^create table (?:queen|log)\.(\w+)", text, re.MULTILINE)
        if made != [parts[2]]:
            complaints.append(f"{path}: makes {made}, expected {[parts[2]]}")
    complaints += [f"{name}: install.TABLES does not list it" for name in sorted(there - {*listed})]
    return complaints


def verbs_a_readme_forgets(files: Files) -> list[str]:
    """A public verb that its room's README does not name."""
    return [
        f"{SQL}{each.room}/README.md: does not name `{each.name.partition('.')[2]}`"
        for each in routines(files)
        if each.is_public
        and f"`{each.name.partition('.')[2]}`" not in files.get(f"{SQL}{each.room}/README.md", "")
    ]


def _may_call(caller: str, callee: str) -> bool:
    if callee in (caller, "base"):
        return True
    return not {caller, callee} & ALONE and HEIGHTS[callee] < HEIGHTS[caller]


def _calls(text: str, caller: Routine, known: Mapping[str, Routine]) -> set[str]:
    """The routines that a text calls as functions; a name without a schema means its own schema
    first."""
    code = re.sub(r"--.*", "", text)
    own = caller.name.partition(".")[0]
    found = set()
    for schema, name in re.findall(r"(?:\b(queen|log)\.)?\b(\w+)\s*\(", code):
        candidates = [f"{schema}.{name}"] if schema else [f"{own}.{name}", f"queen.{name}"]
        found |= set([each for each in candidates if each in known][:1])
    return found - {caller.name}


def _is_route(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a decorator is `@app.get(…)` or another method's."""
    return any(
        isinstance(each, ast.Call)
        and isinstance(each.func, ast.Attribute)
        and isinstance(each.func.value, ast.Name)
        and each.func.value.id == "app"
        for each in node.decorator_list
    )


def _verbs_called(node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The methods of stores that a route calls: `groups().seek(…)`."""
    return {
        each.attr
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Call | ast.Name)
    }


def _files(files: Files) -> Iterator[tuple[str, str]]:
    for path, text in files.items():
        if path.startswith(SQL) and path.endswith(".sql"):
            yield path, text
