"""What of a payload is shown to whom."""

from __future__ import annotations

import re

import pytest

from regent.masks import PATH, Sight, seeing, shown

CARD = '{"card":{"number":"4111","name":"Ann"},"total":12}'


@pytest.mark.parametrize(
    ("path", "payload", "seen"),
    [
        ("card.number", CARD, '{"card":{"number":"***","name":"Ann"},"total":12}'),
        ("card", CARD, '{"card":"***","total":12}'),
        ("items[].pin", '{"items":[{"pin":1},{"n":2},{"pin":null}]}', None),
        ("items.pin", '{"items":[{"pin":1},{"n":2},{"pin":null}]}', None),
        ("[].pin", '[{"pin":1},[{"pin":2}]]', '[{"pin":"***"},[{"pin":"***"}]]'),
        ("[]", "[1,2]", '"***"'),
        (r"a\.b.c\[\\", r'{"a.b":{"c[\\":1,"c":2}}', r'{"a.b":{"c[\\":"***","c":2}}'),
        ("tags[]", '{"tags":["a","b"]}', '{"tags":"***"}'),
        # Another shape than the path: what stands in its way is masked whole.
        ("card.number", '{"card":"4111"}', '{"card":"***"}'),
        ("card.number", '{"card":["4111",{"number":1}]}', '{"card":["***",{"number":"***"}]}'),
        ("card.number", "4111", '"***"'),
        # A name that comes twice: the first one is not shown either.
        ("pin", '{"pin":1,"pin":2,"n":3}', '{"pin":"***","n":3}'),
    ],
)
def test_a_mask_hides_what_is_at_its_path(path: str, payload: str, seen: str | None) -> None:
    assert re.match(PATH, path)
    wanted = seen or '{"items":[{"pin":"***"},{"n":2},{"pin":"***"}]}'
    assert shown(payload, "all", [path]) == (wanted, [path])


@pytest.mark.parametrize(
    ("path", "payload"),
    [("card.number", '{"card":null}'), ("card.number", '{"cards":1}'), ("a.b", "null")],
)
def test_a_path_that_leads_nowhere_hides_nothing(path: str, payload: str) -> None:
    assert shown(payload, "all", [path]) == (payload, [])


def test_what_is_not_masked_keeps_its_words() -> None:
    payload = (
        '{"a":9007199254740993,"b":1.10,"c":1e400,"d":-0.0,"e":"ü😀\\u0000","pin":1,'
        f'"f":{"9" * 5000},"g":[true,false,null]}}'
    )
    seen, masked = shown(payload, "all", ["pin"])
    assert (seen, masked) == (payload.replace('"pin":1', '"pin":"***"'), ["pin"])


def test_who_may_see_a_payload_at_all() -> None:
    levels = {"all": "all", "read-write": "read-write", "none": "none"}
    least, more = Sight(), Sight(("all", "read-write"))
    for sight, seen in ((least, {"all"}), (more, {"all", "read-write"})):
        for reveals in (False, True):
            with seeing(sight._replace(reveals=reveals)):
                found = {level for level in levels if shown("1", level, []) == ("1", [])}
                hidden = {level for level in levels if shown("1", level, []) == ("null", ["*"])}
            assert (found, hidden) == (seen, set(levels) - seen)


def test_who_reveals_sees_all_of_a_payload() -> None:
    with seeing(Sight(("all", "read-write"), reveals=True)):
        assert shown(CARD, "read-write", ["card", "total"]) == (CARD, [])
    assert shown(CARD, "all", ["card", "total"])[1] == ["card", "total"]


@pytest.mark.parametrize(
    "path",
    ["", ".", "a.", ".a", "a..b", "a[", "a[0]", "a[]b", "[]a", "a\\", "a\0", "*", "a.*.b", "a.[]"],
)
def test_what_is_no_path_is_refused(path: str) -> None:
    assert re.match(PATH, path) is None
