"""The picture of README.md compared with the program: what runs on AWS, and what calls what."""

from __future__ import annotations

import re

from regent.jobs import JOBS
from tests.docs.markdown import blocks
from tests.infra.program import ROOT, program

_NODE = r"(\w+)(?:\[\(?([^\])]+)\)?\])?"
_ARROW = re.compile(rf"{_NODE} -->(?:\|([^|]+)\|)? {_NODE}")
#: The nodes of the picture, each with the resource that it stands for.
KINDS = {
    "gateway": "Api",
    "api": "Function",
    "reclaim": "Function",
    "aurora": "Cluster",
    "schedule": "Schedule",
    "glue": "Job",
    "replay": "Job",
    "bucket": "Bucket",
}


def _picture() -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """The labels of the nodes, and the arrows with theirs."""
    pictures = [b for b in blocks((ROOT / "README.md").read_text()) if b.language == "mermaid"]
    (first, *lines) = pictures[0].text.splitlines()
    assert (len(pictures), first) == (1, "flowchart LR")
    labels: dict[str, str] = {}
    arrows = {}
    for line in lines:
        parsed = _ARROW.fullmatch(line.strip())
        assert parsed, line
        start, start_label, label, end, end_label = parsed.groups()
        labels |= {n: text for n, text in ((start, start_label), (end, end_label)) if text}
        arrows[start, end] = label or ""
    return labels, arrows


def test_each_part_of_the_picture_is_in_the_stack() -> None:
    labels, _ = _picture()
    stack = program()
    assert set(labels) == {"clients", *KINDS}
    for node, kind in KINDS.items():
        assert stack.of(kind), f"{node}: there is no {kind}"


def test_the_picture_names_each_job() -> None:
    labels, arrows = _picture()
    shown = [name for label in labels.values() if "job" in label for name in _names(label)]
    assert sorted(shown) == sorted(job.name for job in JOBS)
    writers = {job.name for job in JOBS if any("write" in deeds for deeds in job.files.values())}
    assert ("glue", "bucket") in arrows
    assert set(_names(labels["glue"])) == writers


def test_the_schedule_of_the_picture_is_that_of_the_stack() -> None:
    labels, arrows = _picture()
    (schedule,) = program().of("Schedule").values()
    assert schedule["scheduleExpression"] == "rate(1 minute)"
    assert arrows["schedule", "reclaim"] == "every minute"
    assert _names(labels["reclaim"]) == ["reclaim"]
    assert "reclaim" in program().of("Function")


def test_functions_that_the_picture_names_are_functions() -> None:
    labels, _ = _picture()
    named = _names(labels["api"].replace("and the rest of the API", ""))
    assert named == ["push", "pop", "ack"]
    assert set(named) <= set(program().of("Function"))


def _names(label: str) -> list[str]:
    """``Glue jobs: lag, retention``"""
    return re.findall(r"[\w-]+", label.partition(":")[2])
