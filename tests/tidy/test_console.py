"""The console obeys the rules of its house; each rule notices what breaks it."""

import gzip
from base64 import b64decode

import pytest

from functions.console.files import FOLDER, read_application, started_with
from functions.console.joined import joined
from tests.tidy import console
from tests.tidy.test_house import ROOT

FILES = {
    path.relative_to(FOLDER).as_posix(): path.read_text()
    for path in sorted(FOLDER.rglob("*"))
    if path.suffix in {".js", ".css", ".html", ".svg"}
}
TESTS = {f"tests/console/{path.name}" for path in (ROOT / "tests/console").glob("test_*.py")}
GUIDE = (ROOT / "docs/console.md").read_text()
#: Compressed: all of it, and what a first view loads before its page.
MAX_BYTES = 200_000
MAX_FIRST_BYTES = 70_000

RULES = [
    console.files_without_a_purpose,
    console.words_in_wrong_places,
    console.documents_in_the_library,
    console.text_that_becomes_markup,
    console.addresses_of_others,
    console.imports_that_run_backwards,
    console.files_nobody_imports,
    console.imports_of_nothing,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_console_obeys(rule: object) -> None:
    assert len(FILES) > 40
    assert rule(FILES) == []  # type: ignore[operator]


@pytest.mark.parametrize(
    ("path", "text", "rule", "complaint"),
    [
        ("lib/url.js", "let a;", console.files_without_a_purpose, "does not open"),
        ("ui/nav.js", "fetch(x)", console.words_in_wrong_places, "only lib/api.js may say fetch("),
        ("ui/nav.js", "history.back()", console.words_in_wrong_places, "only lib/url.js"),
        ("ui/nav.js", "at.toLocaleString()", console.words_in_wrong_places, "only lib/time.js"),
        ("ui/nav.js", "let accessToken", console.words_in_wrong_places, "only lib/session.js"),
        ("lib/url.js", "document.title", console.documents_in_the_library, "document."),
        ("ui/nav.js", "a.innerHTML = b", console.text_that_becomes_markup, "innerHTML"),
        ("ui/nav.js", "eval(x)", console.text_that_becomes_markup, "eval("),
        ("index.html", '<p style="a">', console.text_that_becomes_markup, "a style attribute"),
        ("ui/nav.js", '"https://cdn.example"', console.addresses_of_others, "cdn.example"),
        ("app.css", "url(https://fonts.example)", console.addresses_of_others, "fonts.example"),
        ("lib/url.js", 'import "../ui/nav.js"', console.imports_that_run_backwards, "ui/nav.js"),
        ("ui/nav.js", 'import "../pages/index.js"', console.imports_that_run_backwards, "pages"),
        (
            "pages/start/page.js",
            'import("../queue/page.js")',
            console.imports_that_run_backwards,
            "pages/start/page.js may not import pages/queue/page.js",
        ),
        ("ui/orphan.js", "/** Alone. */", console.files_nobody_imports, "nobody imports it"),
        ("ui/nav.js", 'import "./none.js"', console.imports_of_nothing, "ui/none.js"),
    ],
)
def test_what_breaks_a_rule_is_noticed(path: str, text: str, rule: object, complaint: str) -> None:
    assert any(complaint in each for each in rule({**FILES, path: text}))  # type: ignore[operator]


def test_a_comment_may_say_anything() -> None:
    text = "/** Never innerHTML, never fetch(). */\n// document.title\nlet a;\n"
    found = {**FILES, "lib/url.js": text}
    assert console.text_that_becomes_markup(found) == []
    assert console.documents_in_the_library(found) == []


def test_every_page_is_listed_tested_and_described() -> None:
    assert console.pages_without_their_papers(FILES, TESTS, GUIDE) == []


def test_a_page_without_its_papers_is_noticed() -> None:
    more = {**FILES, "pages/weather/page.js": "/** Weather. */"}
    assert console.pages_without_their_papers(more, TESTS, GUIDE) == [
        "pages/weather: pages/index.js does not list it"
    ]
    assert console.pages_without_their_papers(FILES, TESTS - {"tests/console/test_queue.py"}, "")[
        :2
    ] == [
        "pages/overview: docs/console.md does not name Overview",
        "pages/queues: docs/console.md does not name Queues",
    ]


def test_the_console_is_light() -> None:
    application = read_application()
    packed = {name: b64decode(file.packed) for name, file in application.files.items()}
    sizes = {name: len(content) for name, content in packed.items()}
    # A page loads joined and vendored files. Their sources are for who looks for a line.
    loaded = [name for name in sizes if name.startswith(("joined/", "vendor/")) or "/" not in name]
    assert sum(sizes[name] for name in loaded if not name.endswith(".map")) <= MAX_BYTES
    scripts = {name: text for name, text in FILES.items() if name.endswith(".js")}
    first = started_with(
        {name: text.encode() for name, text in {**scripts, **joined(scripts)}.items()}
    )
    assert sum(sizes[name] for name in {"index.html", "app.css", "icon.svg", *first}) <= (
        MAX_FIRST_BYTES
    )
    assert gzip.decompress(packed["app.css"]) == (FOLDER / "app.css").read_bytes()
