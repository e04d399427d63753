"""Mistakes, planted one at a time: each has to be noticed by the layer that is there for it.

A layer that notices nothing, or something else, is what this is to find; so each mistake names a
word that the complaint about it has to have.
"""

from __future__ import annotations

from typing import Final

from tests.rehearsal.mutations import applied, linted, requested, ruled
from tests.rehearsal.mutations.planting import Mutation

MUTATIONS: Final[tuple[Mutation, ...]] = (
    *applied.MUTATIONS,
    *linted.MUTATIONS,
    *requested.MUTATIONS,
    *ruled.MUTATIONS,
)
