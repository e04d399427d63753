"""lib/, module by module, in the browser that the pages run in."""

from __future__ import annotations

import ast
import base64
import gzip
import json
import subprocess
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest
from playwright.sync_api import Browser, Page

from functions.api.partitions import Explanation
from tests.console.conftest import ConsoleServer, base, profile
from tests.console.watch import Watch

IMPORT = """
const base = document.querySelector('script[type="module"]').src.replace("joined/main.js", "lib/");
const load = (name) => import(base + name + ".js");
"""


@pytest.fixture(scope="module")
def opened(browser: Browser, server: ConsoleServer) -> Iterator[tuple[Page, Watch]]:
    """One page for all programs: they take little of the time that opening it takes."""
    watch = Watch({base(server)})
    with profile(browser, watch) as context:
        page = context.new_page()
        page.goto(f"{base(server)}/console/start")
        page.locator("main h1").first.wait_for()
        yield page, watch


@pytest.fixture
def run(opened: tuple[Page, Watch]) -> Iterator[Any]:
    """``run(program, argument)``: the program may ``await load("url")``."""
    page, watch = opened

    def ran(program: str, argument: Any = None) -> Any:
        return page.evaluate(f"async (given) => {{ {IMPORT} {program} }}", argument)

    yield ran
    problems = list(watch.problems)
    watch.forget()
    assert problems == []


def test_numbers_that_javascript_would_round_keep_their_text(run: Any) -> None:
    source = (
        '{"id":9007199254740993,"n":1,"f":1.5,"big":0.12345678901234567891,"s":"9007199254740993"}'
    )
    found = run(
        """const { parse, stringify, Exact } = await load("json");
        const value = parse(given);
        return [stringify(value), value.id instanceof Exact, String(value.id), value.n];""",
        source,
    )
    assert found == [source, True, "9007199254740993", 1]


def test_a_value_is_written_with_indents(run: Any) -> None:
    found = run(
        """const { stringify } = await load("json");
        return stringify({a: [1, {b: "c\\n"}], d: [], e: {}, f: undefined}, 2);"""
    )
    assert (
        found
        == '{\n  "a": [\n    1,\n    {\n      "b": "c\\n"\n    }\n  ],\n  "d": [],\n  "e": {}\n}'
    )


def test_a_state_survives_its_address(run: Any) -> None:
    states = [
        {"name": "", "page": 0, "on": False},
        {"name": "a/b c&d=e+f#%", "page": 12, "on": True},
        {"name": 'ü 😀 “quoted” "double"', "page": -3.5, "on": False},
        {"name": "x" * 255, "page": 0, "on": True},
    ]
    found = run(
        """const { parseState, formatState } = await load("url");
        const defaults = { name: "", page: 0, on: false };
        return given.map((state) => parseState(defaults, formatState(defaults, state)));""",
        states,
    )
    assert [each["state"] for each in found] == states
    assert [each["problems"] for each in found] == [[], [], [], []]


def test_an_address_has_its_keys_sorted_and_leaves_defaults_out(run: Any) -> None:
    found = run(
        """const { formatState, href } = await load("url");
        return [formatState({ b: "x", a: "", c: 1 }, { b: "y", a: "z", c: 1 }),
                href("queue", { name: "a/b", tab: "" }), href("")];"""
    )
    assert found == ["a=z&b=y", "/console/queue?name=a%2Fb", "/console/"]


def test_what_an_address_cannot_say_is_told(run: Any) -> None:
    found = run(
        """const { parseState } = await load("url");
        const wrong = "page=x&on=maybe&other=1&at=soon&versus=2026-11-18T03:12";
        return parseState({ page: 1, on: false, at: "", versus: "" }, wrong);"""
    )
    assert found["state"] == {"page": 1, "on": False, "at": "", "versus": ""}
    assert found["problems"] == [
        "“page” cannot be “x”.",
        "“on” cannot be “maybe”.",
        "This page has no “other”.",
        "“at” cannot be “soon”.",
        "“versus” cannot be “2026-11-18T03:12”.",
    ]


@pytest.mark.parametrize(
    "text", ["plain", "it's", "a b", '"x"', "$HOME `id` \\", "line\nbreak", "?"]
)
def test_a_text_is_one_word_of_a_shell(run: Any, text: str) -> None:
    word = run('const { quoted } = await load("copy"); return quoted(given);', text)
    done = subprocess.run(["sh", "-c", f"printf %s {word}"], capture_output=True, check=True)
    assert done.stdout.decode() == text


def test_rows_become_csv_without_formulas(run: Any) -> None:
    found = run(
        """const { csv } = await load("copy");
        return csv(["name", "n"], [["a,b", 1], ['say "x"', -2], ["=1+1", null], ["@x", 3]]);"""
    )
    assert found == 'name,n\r\n"a,b",1\r\n"say ""x""",-2\r\n\'=1+1,\r\n\'@x,3\r\n'


def test_a_curl_has_no_token(run: Any) -> None:
    found = run(
        """const { curl } = await load("copy");
        const request = { method: "POST", path: "/api/v1/push", body: { items: [{ n: 1 }] } };
        return curl(request, { origin: "http://localhost:1", withToken: true });"""
    )
    assert found == (
        'curl -s -X POST http://localhost:1/api/v1/push -H "authorization: Bearer $TOKEN"'
        " -H 'content-type: application/json' -d '{\"items\":[{\"n\":1}]}'"
    )


def test_durations_have_two_units(run: Any) -> None:
    found = run(
        """const { duration } = await load("time");
        return [0, 0.44, 9.96, 59.6, 252, 3600, 90000, 86400].map(duration);"""
    )
    assert found == ["0 s", "0.4 s", "10 s", "1 m", "4 m 12 s", "1 h", "1 d 1 h", "1 d"]


def test_instants_name_their_offset_through_a_change_of_the_clock(run: Any) -> None:
    found = run(
        """const time = await load("time");
        const told = () => ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"].map(time.absolute);
        time.zone.value = "local"; const local = told();
        time.zone.value = "utc"; return [local, told(), time.zoneName()];"""
    )
    assert found == [
        ["2026-10-25 02:30:00 (+02:00)", "2026-10-25 02:30:00 (+01:00)"],
        ["2026-10-25 00:30:00 (+00:00)", "2026-10-25 01:30:00 (+00:00)"],
        "UTC",
    ]


def test_a_typed_instant_is_one_of_the_zone_in_view(run: Any) -> None:
    typed = ["2026-10-25 01:30", "2026-11-18", "2026-11-18T14:03:00.5Z", "2026-11-18 14:03-05:00"]
    typed.append("2026-11-18T15:03:00.123456+01:00")
    found = run(
        """const time = await load("time");
        const { readInstant } = await load("instants");
        const read = () => given.map(readInstant);
        time.zone.value = "local"; const local = read();
        time.zone.value = "utc"; return [local, read()];""",
        [*typed, "", "tomorrow", "2026-13-01", "14:03"],
    )
    own = ["2026-11-18T14:03:00.500Z", "2026-11-18T19:03:00.000Z", "2026-11-18T14:03:00.123456Z"]
    own += [None, None, None, None]
    assert found == [
        ["2026-10-24T23:30:00.000Z", "2026-11-17T23:00:00.000Z", *own],
        ["2026-10-25T01:30:00.000Z", "2026-11-18T00:00:00.000Z", *own],
    ]


def test_a_long_name_is_cut_in_the_middle_by_characters(run: Any) -> None:
    found = run(
        """const { cut } = await load("format");
        return [cut("customer-000150", 9), cut("😀".repeat(10), 5), cut("short", 9)];"""
    )
    assert found == ["cust…0150", "😀😀…😀😀", "short"]


def test_a_sequence_of_keys_ends_with_time(run: Any) -> None:
    found = run(
        """const { reader } = await load("keys");
        const read = reader(() => [{ keys: "g q" }, { keys: "r" }]);
        return [read("g", 0), read("q", 500), read("g", 1000), read("q", 2500), read("r", 2600)]
          .map((each) => each?.keys ?? null);"""
    )
    assert found == [None, "g q", None, None, "r"]


def test_the_pause_grows_with_the_cost_and_with_errors(run: Any) -> None:
    found = run(
        """const { pause } = await load("refresh");
        return [pause("live", 10, 0, 0), pause("live", 2000, 0, 0), pause("steady", 10, 2, 0),
                pause("heavy", 10, 9, 0), pause("live", 10, 1, 600)];"""
    )
    assert found == [5_000, 40_000, 60_000, 300_000, 600_000]


def test_the_console_and_the_api_know_the_same_states(run: Any) -> None:
    found = run(
        """const { SENTENCES, TONES } = await load("sentences");
        return [Object.keys(SENTENCES).sort(), Object.keys(TONES).sort()];"""
    )
    states = sorted(literals(get_type_hints(Explanation)["state"]))
    assert found == [states, states]


def literals(kind: Any) -> list[Any]:
    """The values of a Literal, which may be made of others."""
    parts = get_args(kind)
    return [each for part in parts for each in literals(part)] if parts else [kind]


def test_a_keyset_reads_on_where_its_rows_end(run: Any) -> None:
    found = run(
        """const { Keyset } = await load("keyset");
        const all = Array.from({ length: 25 }, (_, n) => n);
        const asked = [];
        const list = new Keyset(async (cursor) => {
          asked.push(cursor);
          const from = cursor === null ? 0 : all.findIndex((each) => each > Number(cursor));
          const rows = all.slice(from, from + 10);
          const next = from + 10 < all.length ? String(rows.at(-1)) : null;
          return { rows, nextCursor: next, total: all.length };
        }, 10);
        await list.refresh();
        await list.show(0, 9);
        await list.show(15, 24);
        const before = [list.known.value, list.hasMore, list.row(24)];
        all.splice(3, 1);
        list.from = 0; list.to = 5;
        await list.refresh();
        await list.show(0, 20);
        return [asked, before, list.known.value, list.row(3), list.row(19)];"""
    )
    asked, before, known, moved, last = found
    assert asked == [None, "9", "19", None, "10", "20"]
    assert before == [25, False, 24]
    assert (known, moved, last) == (24, 4, 20)


def test_a_payload_in_other_forms(run: Any) -> None:
    found = run(
        """const { inForm, fromBase64, pathOf } = await load("content");
        const words = async (form, data) => {
          const of = await inForm(form, data);
          return of.problem ?? of.text;
        };
        return [
          await words("hex", "h\u00e9llo, this is 18"),
          await words("text", {a: 1}),
          await words("base64", "aMOp"),
          await words("base64", "gICA"),
          await words("base64", "no!"),
          await words("gzip", "aMOp"),
          [...fromBase64("_-8=")],
          pathOf(["a.b", 0, "c"]),
        ];"""
    )
    rows = (
        "00000000  68 c3 a9 6c 6c 6f 2c 20 74 68 69 73 20 69 73 20  h..llo, this is ",
        "00000010  31 38                                            18",
    )
    assert found == [
        "\n".join(rows),
        '{"a":1}',
        "hé",
        "00000000  80 80 80                                         ...",
        "The payload is no base64 text.",
        "The decoded bytes are not packed by gzip.",
        [255, 239],
        "a\\.b.0.c",
    ]


def test_what_is_packed_tightly_is_unpacked_in_part(run: Any) -> None:
    bomb = base64.b64encode(gzip.compress(b"x" * 50_000_000)).decode()
    size = run(
        """const { inForm } = await load("content");
        return (await inForm("gzip", given)).size;""",
        bomb,
    )
    assert 4 * 1024 * 1024 <= size < 5 * 1024 * 1024


def test_json_is_written_as_python(run: Any) -> None:
    source = (
        '{"big": 9007199254740993, "f": 1e-7, "s": "q\\"\\n\\u202e\\ud83d\\ude00",'
        f' "deep": [{{}}, [], null, true, {list(range(40))}]}}'
    )
    literal = run(
        """const { parse } = await load("json");
        const { python } = await load("python");
        return python(parse(given), "    ");""",
        source,
    )
    assert ast.literal_eval(literal) == json.loads(source)
    assert "\\u202e" in literal
    assert all(line.startswith("    ") for line in literal.splitlines()[1:])


def test_what_follows_keeps_a_bounded_number_and_says_what_it_missed(run: Any) -> None:
    found = run(
        """const { Following, KEPT_ROWS } = await load("following");
        const of = (from, to) => Array.from({ length: to - from }, (_, n) => ({ id: `${to - n}` }));
        const list = new Following();
        const told = () => [list.rows.length, list.rows[0]?.id, list.came, list.gaps];
        const steps = [];
        const looks = [[0, 0], [0, 2], [0, 60], [50, 110], [110, 170], [120, 180], [180, 240]];
        for (const [from, to] of looks) {
          list.take(of(from, to), to > 60);
          steps.push(told());
        }
        list.take([{ id: "240", status: "completed" }], true);
        return [steps, KEPT_ROWS, list.rows[0].status];"""
    )
    steps, kept, status = found
    assert kept == 200
    assert steps == [
        [0, None, 0, 0],
        [2, "2", 2, 0],
        [60, "60", 60, 0],
        [110, "110", 110, 0],
        [170, "170", 170, 1],
        [180, "180", 180, 1],
        [200, "240", 240, 2],
    ]
    assert status == "completed"


def test_a_list_that_scrolls_makes_only_the_rows_that_come(run: Any) -> None:
    made, again, told = run(
        """const { KeysetTable } = await load("../ui/table");
        const { h, render } = await load("../vendor/preact");
        const { signal } = await load("../vendor/signals");
        const word = signal("old");
        let made = [];
        const cell = ({ id }) => { made.push(id); return id === 20 ? word.value : id; };
        const load_ = async (cursor) => {
          const first = Number(cursor ?? 0);
          const rows = Array.from({ length: 100 }, (_, step) => ({ id: first + step }));
          return { rows, nextCursor: String(first + 100), total: 1000 };
        };
        const main = document.querySelector("main");
        const columns = [{ title: "Id", cell }];
        main.textContent = "";
        render(h(KeysetTable, { label: "Ids", columns, inputs: [], load: load_, empty: () => "",
                                rowKey: ({ id }) => String(id) }), main);
        const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        const shown = () => main.querySelectorAll("tbody tr:not(.spacer)").length;
        while (!main.querySelector(".rows")) await frame();
        const box = main.querySelector(".rows");
        box.scrollTop = 20 * 32;
        for (let before = -1; before !== shown(); ) {
          before = shown();
          await frame();
          await frame();
        }
        made = [];
        box.scrollTop += 3 * 32;
        while (made.length === 0) await frame();
        await frame();
        const came = made;
        made = [];
        word.value = "new";
        await frame();
        await frame();
        return [came.length, made, main.textContent.includes("new")];"""
    )
    assert made == 3
    assert (again, told) == ([20], True)
