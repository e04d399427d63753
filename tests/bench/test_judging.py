"""What decides whether a figure is reached: the median of the runs, on literal numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from tests.bench import __main__ as command
from tests.bench import pops, pushes
from tests.bench.clients import p50_in_turns
from tests.bench.effort import FULL, QUICK
from tests.bench.report import REGENT, Row, Section, Target, table, unexplained
from tests.bench.runs import play, summed_up

YARDSTICK = "bare insert"


def run(ours: float, theirs: float | None, reach: str = "≥ 0.75x", shape: str = "push") -> Section:
    """A section as one run measures it."""
    numbers = {REGENT: ours} | ({} if theirs is None else {YARDSTICK: theirs})
    row = Row(shape, "msg/s", numbers, 4, YARDSTICK, Target.parse(reach))
    return Section("Push", "How.", [row])


def summed(*runs: Section) -> Row:
    (section,) = summed_up([[run] for run in runs])
    (row,) = section.rows
    return row


def test_the_median_of_three_ratios_decides() -> None:
    # 0.8, 0.5 and 0.9. The ratio of the medians would be 0.9, that of the means 0.68.
    row = summed(run(80.0, 100.0), run(100.0, 200.0), run(90.0, 100.0))
    assert row.ratio == 0.8
    assert row.reached is True
    assert row.numbers == {REGENT: 90.0, YARDSTICK: 100.0}


@pytest.mark.parametrize(
    ("third", "reached"), [(0.76, True), (0.75, True), (0.74, False), (0.1, False)]
)
def test_one_good_run_is_not_enough(third: float, reached: bool) -> None:
    row = summed(run(2.0, 1.0), run(0.2, 1.0), run(third, 1.0))
    assert row.reached is reached


def test_the_spread_is_the_smallest_and_the_largest_of_the_runs() -> None:
    row = summed(run(80.0, 100.0), run(100.0, 200.0), run(90.0, 100.0))
    assert row.spread == (0.5, 0.9)
    header, line = table(Section("Push", "", [row]))
    assert line[header.index("spread")] == "0.50 to 0.90"
    assert line[header.index("ratio")] == "0.80x"


def test_a_single_run_has_no_spread() -> None:
    (row,) = run(80.0, 100.0).rows
    assert row.spread is None
    assert "spread" not in table(Section("Push", "", [row]))[0]


def test_a_small_ratio_keeps_digits_that_say_something() -> None:
    header, line = table(run(32.0, 1_000.0))
    assert line[header.index("ratio")] == "0.032x"


def test_a_run_without_its_yardstick_reaches_nothing() -> None:
    assert summed(run(80.0, 100.0), run(80.0, 100.0), run(80.0, None)).reached is False


def test_without_a_ratio_the_median_of_the_numbers_decides() -> None:
    row = summed(*(run(number, 1.0, "≤ 30 MB") for number in (24.0, 31.0, 29.0)))
    assert row.reached is True
    assert row.spread == (24.0, 31.0)
    missed = summed(*(run(number, 1.0, "≤ 30 MB") for number in (24.0, 31.0, 30.5)))
    assert missed.reached is False


def test_a_rival_of_one_run_keeps_its_number() -> None:
    first = Row("pop", "msg/s", {REGENT: 2.0, "pgmq": 1.0, "procrastinate": 0.5}, 1, "pgmq")
    second = Row("pop", "msg/s", {REGENT: 4.0, "pgmq": 1.0}, 1, "pgmq")
    (section,) = summed_up([[Section("Pop", "", [first])], [Section("Pop", "", [second])]])
    assert section.rows[0].numbers == {REGENT: 3.0, "pgmq": 1.0, "procrastinate": 0.5}


def test_runs_that_measured_other_shapes_are_not_summed_up() -> None:
    with pytest.raises(ValueError, match="Push: the runs do not have the same rows"):
        summed_up([[run(1.0, 1.0)], [run(1.0, 1.0, shape="push 100")]])


def test_the_runs_of_a_family_are_spread_over_the_bench() -> None:
    order: list[tuple[str, int]] = []

    def family(name: str) -> list[Section]:
        return [run(float(len(order)), 10.0, shape=name)]

    def measured(name: str, number: int) -> list[Section]:
        order.append((name, number))
        return family(name)

    measures = {name: partial(measured, name) for name in ("push", "growth", "pop")}
    played = list(play(measures, 3, frozenset({"growth"})))
    assert order == [
        ("push", 0), ("growth", 0), ("pop", 0), ("push", 1), ("pop", 1), ("push", 2), ("pop", 2),
    ]  # fmt: skip
    assert [each.name for each in played if each.is_last] == ["growth", "push", "pop"]
    assert played[-1].sections[0].rows[0].ratios == [0.3, 0.5, 0.7]


def test_steps_take_turns_and_the_first_turn_is_not_counted() -> None:
    order = ""
    seconds = {"a": iter([9.0, 9.0, 0.001, 0.002, 0.003, 0.003]), "b": iter([9.0] * 2 + [0.5] * 4)}

    def step(name: str) -> float:
        nonlocal order
        order += name
        return next(seconds[name])

    p50s = p50_in_turns({name: partial(step, name) for name in "ab"}, turns=2, block=2)
    assert order == "aabbaabbaabb"
    assert p50s == {"a": 2.5, "b": 500.0}


def test_a_missed_figure_is_named_unless_it_is_explained() -> None:
    sections = [run(50.0, 100.0), run(90.0, 100.0, shape="push 100")]
    assert unexplained(sections, {}) == ["push, 4 clients: 0.5x to bare insert, to reach ≥ 0.75x"]
    assert unexplained(sections, {"push": ""}) == unexplained(sections, {})
    assert unexplained(sections, {"push": "A flush each."}) == []
    megabytes = Row("package", "MB", {REGENT: 40.0}, target=Target.parse("≤ 30 MB"))
    assert unexplained([Section("Package", "", [megabytes])], {}) == [
        "package: 40 MB, to reach ≤ 30 MB"
    ]


#: The rows, limits.md, whether the bench was whole -> its status, and the document.
Finish = Callable[..., tuple[int, str | None]]


@pytest.fixture
def finish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Finish:
    """The end of the command, with a document and explanations of the test's own."""
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "DOCUMENT", tmp_path / "benchmarks.md")
    monkeypatch.setattr(command, "LIMITS", tmp_path / "limits.md")

    def end(sections: Sequence[Section], limits: str, whole: bool = True) -> tuple[int, str | None]:
        (tmp_path / "limits.md").write_text(limits)
        status = command.finish(sections, {"date": "today"}, 3, whole=whole)
        document = tmp_path / "benchmarks.md"
        return status, document.read_text() if document.exists() else None

    return end


def test_a_missed_figure_without_an_explanation_fails_and_writes_nothing(
    finish: Finish, capsys: pytest.CaptureFixture[str]
) -> None:
    assert finish([run(50.0, 100.0)], "## push 100\n\nBecause.\n") == (1, None)
    assert "push, 4 clients: 0.5x to bare insert, to reach ≥ 0.75x" in capsys.readouterr().out


def test_a_quick_run_fails_as_well(finish: Finish) -> None:
    assert finish([run(50.0, 100.0)], "", whole=False) == (1, None)


def test_an_explained_figure_is_written_with_its_explanation(finish: Finish) -> None:
    status, document = finish([run(50.0, 100.0)], "## push\n\nA flush each.\n")
    assert status == 0
    assert document is not None
    assert document.endswith("## What limits it\n\n### push\n\nA flush each.\n")


def test_an_explanation_that_is_not_needed_is_named(
    finish: Finish, capsys: pytest.CaptureFixture[str]
) -> None:
    status, document = finish([run(90.0, 100.0)], "## push\n\nA flush each.\n")
    assert status == 0
    assert document is not None
    assert document.endswith("## What limits it\n\nEverything was reached.\n")
    assert "explains 'push', which this run did not miss: drop it" in capsys.readouterr().out


def test_the_figures_to_reach() -> None:
    assert [pushes.reach(1, clients, True).text for clients in (1, 4, 8)] == [
        "≥ 0.75x", "≥ 0.65x", "≥ 0.65x",
    ]  # fmt: skip
    assert [pushes.reach(100, clients, True).text for clients in (1, 4, 8)] == [
        "≥ 0.6x", "≥ 0.53x", "≥ 0.5x",
    ]  # fmt: skip
    assert pushes.reach(100, 8, False).text == "≥ 0.8x"
    found = [[pops.reach(batch, clients) for clients in (1, 4, 8)] for batch in (1, 10, 100)]
    assert [[each and each.text for each in row] for row in found] == [
        [None] * 3, ["≥ 1.5x"] * 3, ["≥ 2.3x", "≥ 2.5x", "≥ 3x"],
    ]  # fmt: skip


def test_three_runs_of_a_whole_bench() -> None:
    assert (FULL.runs, QUICK.runs) == (3, 1)
    assert frozenset(command.FAMILIES) > command.ONCE | command.LONG
