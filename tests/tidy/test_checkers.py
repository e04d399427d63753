"""Each house rule finds the mistakes that are planted for it, and accepts correct files."""

from tests.tidy import checkers

BOX = "shared/regent/box.py"


def test_a_long_file_is_found() -> None:
    files = {"shared/a.py": "x\n" * 401, "shared/b.sql": "--\n" * 400, "c.lock": "x\n" * 9000}
    assert checkers.long_files(files) == ["shared/a.py: 401 lines, at most 400"]


def test_a_long_function_is_found() -> None:
    def function(lines: int) -> str:
        return "class C:\n  def f(self):\n" + "    x = 1\n" * (lines - 1)

    assert checkers.long_functions({BOX: function(71)}) == [f"{BOX}: f has 71 lines, at most 70"]
    assert checkers.long_functions({BOX: function(70)}) == []


def test_unfinished_work_is_found() -> None:
    word = "TO" + "DO"
    assert checkers.unfinished_work({"a.sql": f"--\n-- {word}: later"}) == [
        f"a.sql:2: -- {word}: later"
    ]
    assert checkers.unfinished_work({"a.py": "mastodon = 1"}) == []


def test_a_module_without_a_docstring_is_found() -> None:
    files = {"a.py": "x = 1", "b.py": '"""Says."""', "c.sql": "select 1;", "d.sql": "-- says"}
    assert checkers.modules_without_a_docstring(files) == [
        "a.py: does not open with a docstring",
        "c.sql: does not open with a comment",
    ]


def test_an_import_that_runs_backwards_is_found() -> None:
    files = {
        BOX: "import functions.api.pop",
        "shared/regent/late.py": "def f():\n    from functions import handlers",
        "functions/api/pop.py": "import regent\nfrom functions.edge.http import Api\nimport infra",
        "glue_jobs/lag.py": "from functions.api import pop\nimport regent.settings",
        "infra/main.py": "import functions.handlers\nimport regent",
        "tests/test_a.py": "import infra, functions, regent",
    }
    assert checkers.backward_imports(files) == [
        f"{BOX}: shared may not import functions.api.pop",
        "shared/regent/late.py: shared may not import functions",
        "functions/api/pop.py: functions may not import infra",
        "glue_jobs/lag.py: glue_jobs may not import functions.api",
    ]


def test_an_import_that_runs_sideways_is_found() -> None:
    files = {
        "functions/api/pop.py": "from functions.edge.http import Api\nimport functions.forms.ack",
        "functions/api/ack.py": "from functions.api.pop import app\nfrom functions import api",
        "functions/api/push.py": "def f():\n    from . import ack\n    from .pop import app",
        "functions/forms/ack.py": "import functions.api.ack\nfrom functions.forms import log",
        "functions/edge/http.py": "from functions.forms.ack import Item\nimport functions.stores",
        "functions/schedules/reclaim.py": "from functions.api import pop",
        "functions/handlers.py": "import functions.api.pop",
        "tests/api/test_pop.py": "from functions.api import pop",
    }
    assert checkers.sideways_imports(files) == [
        "functions/api/ack.py: functions/api may not import functions.api.pop.app",
        "functions/api/ack.py: functions/api may not import functions.api",
        "functions/api/push.py: functions/api may not import functions.api.ack",
        "functions/api/push.py: functions/api may not import functions.api.pop.app",
        "functions/forms/ack.py: functions/forms may not import functions.api.ack",
        "functions/edge/http.py: functions/edge may not import functions.forms.ack.Item",
        "functions/schedules/reclaim.py: functions/schedules may not import functions.api.pop",
    ]


def test_a_second_import_of_the_driver_is_found() -> None:
    files = {
        "shared/regent/database.py": "import psycopg",
        "functions/api/push.py": "from psycopg.rows import dict_row",
        "tests/sql/queue/test_push.py": "import psycopg",
    }
    assert checkers.psycopg_outside_database(files) == [
        "functions/api/push.py: only shared/regent/database.py and connections.py import psycopg"
    ]


def test_a_second_reader_of_the_environment_is_found() -> None:
    files = {
        "shared/regent/settings.py": "import os\nos.environ['A']",
        "shared/regent/a.py": "import os\nx = os.environ.get('A')",
        "functions/b.py": "from os import getenv",
        "functions/c.py": "import os\nos.getpid()",
        "tests/d.py": "import os\nos.environ",
    }
    assert [
        complaint.partition(":")[0] for complaint in checkers.environment_outside_settings(files)
    ] == [
        "shared/regent/a.py",
        "functions/b.py",
    ]


def test_an_orphan_handler_is_found() -> None:
    files = {
        "functions/api/push.py": "",
        "functions/api/__init__.py": "",
        "functions/edge/http.py": "",
    }
    assert checkers.handlers_nobody_tests(["functions.api.push"], files) == [
        "functions.api.push: there is no tests/api/test_push.py"
    ]
    assert checkers.handlers_nobody_lists([], files) == [
        "functions/api/push.py: functions/handlers.py does not list it"
    ]
    assert checkers.handlers_nobody_lists(["functions.api.push"], files) == []


def test_a_route_without_words_is_found() -> None:
    routes = [("GET /a", "Says."), ("GET /b", None), ("GET /c", "")]
    assert len(checkers.undescribed_routes(routes)) == 2


def test_a_make_target_without_words_is_found() -> None:
    makefile = ".PHONY: run test-slow\nX := 1\nrun: ## serve\n\trun\ntest-slow: dep\n\ttest\n"
    assert checkers.undocumented_targets(makefile, "`make run`, `make test-slow`") == [
        "make test-slow: no help after ##"
    ]
    assert checkers.undocumented_targets("test: ## t\n", "make test-slow") == [
        "make test: the README does not mention it"
    ]


def test_litter_is_found() -> None:
    good = [
        "README.md",
        "SECURITY.md",
        "docs/bench.md",
        "shared/regent/errors.py",
        "tests/api/test_status.py",
    ]
    assert checkers.litter(good) == []
    bad = ["PLAN.md", "docs/PROGRESS_REPORT.md", "a.py.orig", "b.py~", "shared/pop_v2.py"]
    assert len(checkers.litter(bad)) == 5
