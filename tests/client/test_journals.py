"""The checker of the fault tests finds what is planted for it."""

from tests.client import journals

GOOD = {
    "one": ["a 1 0", "a 1 1", "p 0 0", "p 1 0", "p 0 1"],
    "two": ["a 2 1", "p 1 0", "p 1 1"],
}


def test_good_journals_have_no_complaints() -> None:
    assert journals.lost({0: 2, 1: 2}, GOOD) == []
    assert journals.out_of_order(GOOD) == []
    assert journals.shared(GOOD) == []


def test_a_lost_record_is_found() -> None:
    assert journals.lost({0: 3, 1: 2}, GOOD) == ["0/2 was lost"]


def test_records_out_of_order_are_found() -> None:
    assert journals.out_of_order({"x": ["a 1 0", "p 0 0", "p 0 2"]}) == ["x: 0/2 after 0"]
    assert journals.out_of_order({"x": ["a 1 0", "p 0 1", "p 0 0"]}) == ["x: 0/0 after 1"]
    assert journals.out_of_order({"x": ["a 1 0", "p 0 1", "a 3 0", "p 0 0"]}) == []


def test_a_partition_with_two_owners_is_found() -> None:
    both = {"x": ["a 4 0"], "y": ["a 5 0", "a 4 0"]}
    assert journals.shared(both) == ["0 was x's and y's in 4"]


def test_offsets_that_go_back_are_found() -> None:
    assert journals.gone_back([{0: 1, 1: 5}, {0: 2, 1: 5}, {0: 2, 1: 6}]) == []
    assert journals.gone_back([{0: 3}, {0: 2}]) == ["0 went from 3 to 2"]
