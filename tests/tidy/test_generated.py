"""The client for threads is the one that generate.py makes of the client for asyncio."""

from __future__ import annotations

import pytest

from tests.tidy import generate


def test_the_client_for_threads_is_the_one_that_is_generated() -> None:
    made = dict(generate.generated(generate.sources()))
    there = {path.name: path.read_text() for path in sorted(generate.TARGET.glob("*.py"))}
    assert there.keys() == made.keys()
    changed = [name for name, text in made.items() if there[name] != text]
    assert changed == [], "edit aio/ instead, and run: python -m tests.tidy.generate"


def test_nothing_of_asyncio_is_left() -> None:
    for name, text in generate.generated(generate.sources()):
        for word in ("async", "await", "Async", "aio"):
            assert word not in text.replace("made from ``aio/``", ""), name


def test_a_rule_that_matches_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"match nothing.*'await'.*'aclose'"):
        list(generate.generated({"x.py": '"""A module."""\n'}))


def test_tokens_are_replaced_and_not_parts_of_words() -> None:
    source = (
        "async def awaited(x: AsyncRegent) -> None:\n"
        '    """Of an AsyncRegent, asynchronously."""\n'
        "    await   x.aclose()  # AsyncRegent\n"
        "    async with x as y, (await z).b:\n"
        "        pass\n"
    )
    assert generate.translated(source, generate.Matches()) == (
        "def awaited(x: Regent) -> None:\n"
        '    """Of an Regent, asynchronously."""\n'
        "    x.close()  # Regent\n"
        "    with x as y, (z).b:\n"
        "        pass\n"
    )


def test_a_name_that_would_mean_two_things_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"\['Message'\] would mean two things"):
        generate.translated("from a import Message\nclass AsyncMessage: ...\n", generate.Matches())
