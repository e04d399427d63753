"""The rehearsal from its start to its score, as lines to read; `make rehearse` prints them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from regent.local.postgres import Postgres
from tests.rehearsal import layers, rules, stories, story
from tests.rehearsal.configs import CASES
from tests.rehearsal.mutations import MUTATIONS
from tests.rehearsal.program import ProgramFailed, Rehearsal, rehearse
from tests.rehearsal.records import Stack
from tests.rehearsal.template.lint import complaints as lint

Say = Callable[[str], None]
_STACK_OF_MISTAKES: Final = "tokens"


def report(folder: Path, say: Say) -> bool:
    """Print everything, with each finding; True: there was none."""
    good = True
    begun = time.monotonic()
    with Postgres(folder / "data", throw_away=True) as postgres:
        for name, case in CASES.items():
            say(f"\nA stack with {name}: {_shown(case.config)}")
            try:
                with rehearse(case.config, before=case.before, name=case.name) as rehearsal:
                    found = list(_of_one_stack(rehearsal, postgres, say))
                    stack = rehearsal.stack
            except ProgramFailed as failed:
                found, stack = [f"the program failed: {failed}"], None
            for complaint in found:
                say(f"  WRONG {complaint}")
            good = good and not found
            if name == _STACK_OF_MISTAKES and stack is not None:
                good = _mistakes(stack, postgres, say) and good
    say(f"\n{'All is well' if good else 'Something is wrong'} ({time.monotonic() - begun:.0f} s)")
    return good


def _of_one_stack(rehearsal: Rehearsal, postgres: Postgres, say: Say) -> Iterator[str]:
    stack, cloud = rehearsal.stack, rehearsal.cloud
    made = [each for each in stack.resources if each.type.startswith("aws:")]
    say(f"  applied   {len(made)} resources in {len(cloud.asked)} calls; {_most(stack)}")
    say(f"            not kept by moto: {sorted(cloud.unkept) or 'nothing'}")
    with (
        story.database(postgres, "regent_report") as url,
        story.stage(stack, cloud, url) as stage,
    ):
        try:
            for line in story.tell(stage):
                say(f"  request   {line}")
        except (story.NotProvisioned, story.StoryBroke) as broken:
            yield f"request: {broken}"
    linted = lint(stack.resources)
    say(f"  cfn-lint  {len(linted)} errors")
    yield from (f"cfn-lint: {each}" for each in linted)
    ruled = rules.complaints(stack)
    say(f"  rules     {len(rules.RULES)} held against it, {len(ruled)} complaints")
    yield from (f"rule {each}" for each in ruled)
    untold = stories.complaints(stack)
    say(f"  stories   {len(stories.STORIES)} told of it, {len(untold)} end badly")
    yield from (f"story {each}" for each in untold)


def _mistakes(stack: Stack, postgres: Postgres, say: Say) -> bool:
    caught: Counter[str] = Counter()
    missed = []
    for mutation in MUTATIONS:
        found = layers.find(mutation, stack, postgres)
        if any(mutation.says in each for each in found):
            caught[mutation.layer] += 1
        else:
            missed.append(f"  MISSED    {mutation.name} ({mutation.layer}): it said {found}")
    by_layer = ", ".join(f"{count} by {layer}" for layer, count in caught.items())
    say(f"  mistakes  {caught.total()} of {len(MUTATIONS)} caught: {by_layer}")
    for line in missed:
        say(line)
    return not missed


def _most(stack: Stack) -> str:
    kinds = Counter(each.kind for each in stack.resources if each.type.startswith("aws:"))
    return ", ".join(f"{count} {kind}" for kind, count in kinds.most_common(4)) + " …"


def _shown(config: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in config.items())
