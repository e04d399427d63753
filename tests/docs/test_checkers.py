"""Each checker finds the mistake that is planted for it, and accepts a correct text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.docs import checkers
from tests.docs.markdown import Block, blocks, links, table


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```\n"


def test_blocks_know_their_answers() -> None:
    text = _fenced("sh", "echo 1") + "\n" + _fenced("text", "1") + "words\n" + _fenced("json", "2")
    first, second = blocks(text)
    assert (first.text, first.answer and first.answer.text, first.line) == ("echo 1\n", "1\n", 1)
    assert (second.language, second.text) == ("json", "2\n")


def test_a_program_knows_what_it_prints() -> None:
    program, other = blocks(
        _fenced("python", "print(1)") + _fenced("text", "1") + _fenced("json", "1")
    )
    assert (program.language, program.answer and program.answer.text) == ("python", "1\n")
    assert other.language == "json"
    assert checkers.answers(program, "1\n") == []
    assert checkers.answers(program, "2\n") == ["line 4: it printed '2'"]


def test_a_block_that_nobody_checks_is_found() -> None:
    text = _fenced("sh", "true") + "and\n" + _fenced("ruby", "1") + _fenced("", "ls") + "so\n"
    assert checkers.blocks_that_nobody_checks(text + _fenced("json", "{}")) == [
        "line 5: nobody checks ruby blocks",
        "line 8: nobody checks bare blocks",
        "line 12: an answer to no command",
    ]
    assert checkers.blocks_that_nobody_checks(_fenced("sh", "true") + _fenced("json", "1")) == []


def test_a_make_target_that_is_not_there_is_found() -> None:
    makefile = "RUN := 1\nrun: x\n\trun\ntest-slow:\n\ttest\n"
    text = _fenced("sh", "make run  # serve\nmake fly") + "`make test-slow`, `make sail X=1`"
    assert checkers.unknown_make_targets(text, makefile) == [
        "make fly: no such target",
        "make sail: no such target",
    ]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for name in (".ci/run", "sql/queue/pop.sql", "tests/bench/__main__.py", "tests/one.py", "A.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


def test_paths_that_are_there_are_believed(house: Path) -> None:
    text = (
        "`.ci/run` `sql/<room>/<verb>.sql` `sql/` `A.md` `python -m tests.bench` `.venv/x/y`\n"
        "`python -m tests.one`, no/code, `VERSION=1.2.0`, `rows: …`, `a → b`\n"
    )
    shown = _fenced("sh", "make test ARGS=sql/queue\nmake test ARGS='sql/queue -k x'")
    assert checkers.missing_paths(text + shown, house, made=[".venv/"]) == []


@pytest.mark.parametrize(
    ("lie", "missing"),
    [
        ("`.ci/walk`", ".ci/walk"),
        ("`sql/<room>/<verb>.py`", "sql/<room>/<verb>.py"),
        ("`sql/<room>/tables/<table>.sql`", "sql/<room>/tables/<table>.sql"),
        ("`mql/`", "mql/"),
        ("`B.md`", "B.md"),
        ("`.venv/x/y`", ".venv/x/y"),
        ("`python -m tests.two`", "tests/two"),
        (_fenced("sh", "make test ARGS=sql/line"), "sql/line"),
        (_fenced("sh", "make test ARGS='-n 0 sql/queue/push.sql'"), "sql/queue/push.sql"),
    ],
)
def test_a_path_that_is_not_there_is_found(house: Path, lie: str, missing: str) -> None:
    assert checkers.missing_paths(lie, house) == [f"{missing}: there is no such file"]


def test_a_route_that_one_side_lacks_is_found() -> None:
    there = ["GET /health", "DELETE /queues/{queue}", "POST /push"]
    examples = "curl $BASE/health\ncurl -s -X DELETE $BASE/queues/small\ncurl -X POST $BASE/push"
    true = "`GET /health` `DELETE /queues/{queue}` `POST /push`\n" + _fenced("sh", examples)
    assert checkers.routes(true, there) == []
    assert checkers.routes(true.replace("`POST /push`", "`POST /pull`"), there) == [
        "POST /push: not in the document",
        "POST /pull: no such route",
    ]
    assert checkers.routes(true.replace("curl -X POST $BASE/push", "curl $BASE/push"), there) == [
        "POST /push: no example calls it"
    ]


SETTINGS = (
    "| Variable | Default | Meaning |\n|---|---|---|\n"
    "| `REGENT_PORT` | `6632` | port |\n| `REGENT_KEY` | | key |\n| `REGENT_ON` | `false` | on |\n"
)


@pytest.mark.parametrize(
    ("true", "lie", "complaint"),
    [
        ("`6632`", "`6633`", "REGENT_PORT: its default is 6632, not `6633`"),
        ("`false`", "no", "REGENT_ON: its default is False, not no"),
        ("| `REGENT_KEY` | ", "| `REGENT_KEY` | `x`", "REGENT_KEY: its default is None, not `x`"),
        ("| `REGENT_KEY` | | key |\n", "", "REGENT_KEY: not in the table"),
    ],
)
def test_a_setting_that_is_not_so_is_found(true: str, lie: str, complaint: str) -> None:
    there = {"REGENT_PORT": 6632, "REGENT_KEY": None, "REGENT_ON": False}
    assert checkers.settings(SETTINGS, there) == []
    assert checkers.settings(SETTINGS.replace(true, lie), there) == [complaint]


def test_a_setting_that_nobody_reads_is_found() -> None:
    there = {"REGENT_PORT": 6632, "REGENT_ON": False}
    assert checkers.settings(SETTINGS, there) == ["REGENT_KEY: there is no such thing"]


def test_an_option_that_is_not_so_is_found() -> None:
    text = "| Option | Default |\n|---|---|\n| `ttl` | `0` |\n| `a`, `b` | |\n| `m` | `all` |\n"
    there = {"ttl": 0, "a": "", "b": "", "m": "all"}
    rows = table(text, "Option")
    assert checkers.fields(rows, there, defaults=True) == []
    assert checkers.fields(rows, there | {"ttl": 3600}, defaults=True) == [
        "ttl: its default is 3600, not 0"
    ]
    assert checkers.fields(rows, there | {"c": 1}) == ["c: not in the table"]
    assert checkers.fields(rows, {"ttl": 0, "a": "", "m": "all"}) == ["b: there is no such thing"]


def test_an_error_that_is_not_so_is_found() -> None:
    text = "| Code | Status |\n|---|---|\n| `BUSY` | 503 |\n| `LATE` | 400 |\n"
    assert checkers.errors(text, {"BUSY": 503, "LATE": 400}) == []
    assert checkers.errors(text, {"BUSY": 500, "FULL": 429}) == [
        "FULL: not in the table",
        "LATE: there is no such thing",
        "BUSY: its status is 500, not 503",
    ]


def test_an_answer_that_is_not_so_is_found() -> None:
    shown = {
        "id": "0190a5c0-0000-7000-8000-000000000001",
        "partitionId": "2",
        "at": "2026-11-18T09:00:00.000001Z",
        "memberId": "G_t_a-0190a5c0-0000-7000-8000-000000000001",
        "url": "localhost:6632",
        "createdAt": 1795021380000,
        "n": [1, {"ok": True}],
    }
    block = Block("sh", "curl", 1, Block("json", json.dumps(shown), 5))
    same = shown | {"id": "0190a5c0-ffff-7000-8000-00000000ffff", "partitionId": "17"}
    same |= {"memberId": "G_t_a-0190a5c0-ffff-7000-8000-00000000ffff", "url": "localhost:1"}
    same |= {"createdAt": 5}
    assert checkers.answers(block, "noise\n" + json.dumps(same)) == []
    for key, lie, complaint in [
        ("partitionId", "x", ".partitionId is 'x', not '2'"),
        ("at", "yesterday", ".at is 'yesterday', not '2026-11-18T09:00:00.000001Z'"),
        ("memberId", "member-1", ".memberId is 'member-1', not 'G_t_a-0190a5c0-0000"),
        ("url", "elsewhere:1", ".url is 'elsewhere:1', not 'localhost:6632'"),
        ("createdAt", "now", ".createdAt is 'now', not 1795021380000"),
        ("n", [1, {"ok": False}], ".n[1].ok is False, not True"),
        ("n", [1], ".n is [1], not [1, {'ok': True}]"),
        ("new", 1, "the answer has ['id', 'partitionId', 'at', 'memberId', 'url', 'createdAt', "),
    ]:
        (found,) = checkers.answers(block, json.dumps(same | {key: lie}))
        assert found.startswith(f"line 5: {complaint}")


def test_a_printed_text_that_is_not_so_is_found() -> None:
    block = Block("sh", "curl", 1, Block("text", "204\n", 5))
    assert checkers.answers(block, "204\n") == []
    assert checkers.answers(block, "200\n") == ["line 5: it printed '200'"]


def test_links_leave_the_web_alone() -> None:
    assert links("[a](docs/a.md) [b](https://x.org/b.md) [c](c.md#part)") == ["docs/a.md", "c.md"]


def test_a_test_that_is_not_there_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "tests" / "sql"
    folder.mkdir(parents=True)
    (folder / "test_pop.py").write_text("class X:\n    def test_a(self): ...\ndef test_b(): ...\n")
    there = "Breaks: tests/sql/test_pop.py::test_a, `tests/sql/test_pop.py::test_b`."
    assert checkers.missing_tests(there, tmp_path) == []
    gone = "tests/sql/test_pop.py::test_c and tests/sql/test_ack.py::test_a"
    assert checkers.missing_tests(gone, tmp_path) == [
        "tests/sql/test_pop.py::test_c",
        "tests/sql/test_ack.py::test_a",
    ]


def test_a_file_that_a_room_names_and_that_is_gone_is_found(tmp_path: Path) -> None:
    (tmp_path / "sql" / "queue").mkdir(parents=True)
    (tmp_path / "sql" / "queue" / "pop.sql").touch()
    text = "`sql/queue/pop.sql`, `queue/pop.sql`, `sql/<room>/`, `ack/pop`, `pop.sql`, `sql/x.py`"
    assert checkers.missing_files(text, [tmp_path, tmp_path / "sql"]) == [
        "sql/x.py: there is no such file"
    ]
    assert len(checkers.missing_files(text, [tmp_path])) == 2
