"""Planted mistakes: the right layer has to notice each, and no layer may notice one in a correct
stack."""

from __future__ import annotations

from collections import Counter

import pytest

from regent.local.postgres import Postgres
from tests.rehearsal import layers
from tests.rehearsal.configs import CASES
from tests.rehearsal.mutations import MUTATIONS
from tests.rehearsal.mutations.planting import Mutation
from tests.rehearsal.program import rehearse
from tests.rehearsal.records import Resources, Stack
from tests.rehearsal.template.lint import complaints


@pytest.fixture(scope="module")
def stack() -> Stack:
    """The stack in which the mistakes are planted."""
    with rehearse(CASES["tokens"].config) as rehearsal:
        return rehearsal.stack


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_a_mistake_is_noticed(mutation: Mutation, stack: Stack, aurora: Postgres) -> None:
    found = layers.find(mutation, stack, aurora)
    assert [each for each in found if mutation.says in each] != [], found


def test_there_are_mistakes_for_every_layer() -> None:
    counted = Counter(mutation.layer for mutation in MUTATIONS)
    assert set(counted) == {"apply", "lint", "request", "rules", "stories"}
    assert min(counted.values()) >= 10
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS)


def test_nothing_is_noticed_in_what_the_story_meets(stack: Stack, aurora: Postgres) -> None:
    """The part of the stack in which mistakes are looked for is itself correct."""
    assert layers.requested(stack, aurora) == []


def test_nothing_is_noticed_when_resources_are_applied_without_the_others(stack: Stack) -> None:
    for mutation in MUTATIONS:
        if mutation.layer == "apply":
            _, changed = mutation.planted(stack)
            assert layers.applied_alone(stack, changed, stack) == [], mutation.name


def test_nothing_is_noticed_when_resources_are_linted_without_the_others(stack: Stack) -> None:
    """All that are linted alone, at once: they are few."""
    alone = {
        resource.urn
        for mutation in MUTATIONS
        if mutation.layer == "lint"
        for resource in layers.touched(stack.resources, mutation.planted(stack)[1])
    }
    assert complaints(Resources(each for each in stack.resources if each.urn in alone)) == []


def test_resources_have_the_same_ids_each_time(stack: Stack) -> None:
    """Resources that refer to a resource still do so after it was applied again."""
    with rehearse(CASES["tokens"].config) as again:
        ids = {each.urn: each.id for each in again.stack.resources}
    assert ids == {each.urn: each.id for each in stack.resources}
