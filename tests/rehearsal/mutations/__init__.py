"""Mistakes, planted one at a time: the layer that is there for a mistake has to notice it.

This finds a layer that notices nothing, or something else. So each mistake names a word that the
complaint about it has to have.
"""

from __future__ import annotations

from typing import Final

from tests.rehearsal.mutations import applied, linted, meant, requested, rights, ruled, watched
from tests.rehearsal.mutations.planting import Mutation

MUTATIONS: Final[tuple[Mutation, ...]] = (
    *applied.MUTATIONS,
    *linted.MUTATIONS,
    *requested.MUTATIONS,
    *ruled.MUTATIONS,
    *rights.MUTATIONS,
    *watched.MUTATIONS,
    *meant.MUTATIONS,
)
