"""The five layers, each as a question: what is wrong with this stack?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from regent.local.postgres import Postgres
from tests.rehearsal import rules, stories, story
from tests.rehearsal.cloud import Cloud, account
from tests.rehearsal.mocks import applied
from tests.rehearsal.mutations.planting import Changed, Mutation, NotPlanted
from tests.rehearsal.program import PROJECT, STACK
from tests.rehearsal.records import Resource, Resources, Stack
from tests.rehearsal.template.lint import complaints as lint
from tests.rehearsal.template.table import PARTS

#: The routes of the story. A mistake is looked for with these alone. The stack without mistakes
#: applies the other hundred as well, and leads each to its handler.
_STORY_ROUTES: Final = (
    "POST /api/v1/push",
    "GET /api/v1/pop/queue/{queue+}",
    "POST /api/v1/ack",
)
_STORY_HANDLERS: Final = ("push", "pop", "ack", "reclaim", "install")


def apply_again(cloud: Cloud, resources: Iterable[Resource]) -> list[str]:
    """Apply resources that were applied before, in their order, to an empty account."""
    for resource in resources:
        if not resource.type.startswith("aws:"):
            continue
        try:
            applied(cloud, resource)
        except Exception as error:  # noqa: BLE001 - any refusal is one
            return [f"{resource.label}: {type(error).__name__}: {error}"]
    return []


def find(mutation: Mutation, stack: Stack, postgres: Postgres) -> list[str]:
    """The complaints of a mutation's layer about the stack in which it is planted."""
    try:
        mutant, changed = mutation.planted(stack)
    except NotPlanted as error:
        return [f"{error}"]
    if mutation.layer == "rules":
        return rules.complaints(mutant)
    if mutation.layer == "stories":
        return stories.complaints(mutant)
    if mutation.layer == "lint":
        return lint(touched(mutant.resources, changed))
    if mutation.layer == "apply":
        return applied_alone(mutant, changed, stack)
    return requested(mutant, postgres)


def touched(resources: Resources, changed: Changed) -> Resources:
    """The changed resources, each with the resource that it is a part of."""
    kept = []
    for resource in resources:
        parts = [
            PARTS[other.type]
            for other in changed.values()
            if other is not None and other.type in PARTS
        ]
        owns = any(part.owner == resource.type for part in parts)
        if resource.urn in changed or owns:
            kept.append(resource)
    return Resources(kept)


def applied_alone(mutant: Stack, changed: Changed, stack: Stack) -> list[str]:
    """Apply the changed resources, the ones they need, and the ones that directly need them."""
    users = [each.urn for each in stack.resources if each.needs & set(changed)]
    wanted = stack.resources.needed_by([*changed, *users])
    names = {resource.urn for resource in wanted}
    with account() as cloud:
        return apply_again(cloud, [each for each in mutant.resources if each.urn in names])


def requested(mutant: Stack, postgres: Postgres) -> list[str]:
    """Apply the resources of the story, and tell it."""
    with account() as cloud:
        if refused := apply_again(cloud, story_resources(mutant)):
            return [f"this mistake does not reach the story: {refused[0]}"]
        with (
            story.database(postgres, "regent_mutant") as url,
            story.stage(mutant, cloud, url) as on,
        ):
            try:
                story.tell(on, all_routes=False)
            except (story.NotProvisioned, story.StoryBroke) as broken:
                return [str(broken)]
    return []


def story_resources(stack: Stack) -> Resources:
    """All resources but the routes, the functions and their parts that the story does not use."""
    left = [
        each.name
        for each in stack.resources.of("lambda/function:Function")
        if each.name not in _STORY_HANDLERS
    ]
    left_out = {*left, *(f"{PROJECT}-{STACK}-{name.replace('_', '-')}" for name in left)}

    def met(resource: Resource) -> bool:
        type_, name = resource.type, resource.name
        if type_ == "aws:apigatewayv2/route:Route":
            return name in _STORY_ROUTES
        return name not in left_out or not type_.startswith(
            ("aws:lambda", "aws:apigatewayv2/integration", "aws:iam", "aws:cloudwatch/logGroup")
        )

    return Resources(each for each in stack.resources if met(each))
