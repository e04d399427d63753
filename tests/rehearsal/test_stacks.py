"""The Pulumi program, applied to moto, asked, linted and judged, for each stack of configs.py."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from infra.handlers import deployed
from regent.local.postgres import Postgres
from regent.local.routes import RouteTable
from tests.rehearsal import deployers, picture, rules, stories, story
from tests.rehearsal.cloud import UNKEPT, Cloud, account
from tests.rehearsal.configs import CASES
from tests.rehearsal.policies import parsed
from tests.rehearsal.program import Rehearsal, rehearsed
from tests.rehearsal.records import Stack
from tests.rehearsal.requests.gateway import Gateway
from tests.rehearsal.rules.api import openapi
from tests.rehearsal.template.lint import complaints


@pytest.fixture(scope="module")
def cloud() -> Iterator[Cloud]:
    """One account and region for all stacks: none may be in another one's way."""
    with account() as opened:
        yield opened


@pytest.fixture(scope="module", params=list(CASES))
def rehearsal(
    request: pytest.FixtureRequest, cloud: Cloud, recorded: dict[str, Stack]
) -> Rehearsal:
    """One stack, and the account in which it stands."""
    case = CASES[request.param]
    done = rehearsed(cloud, case.config, before=case.before, name=case.name)
    recorded[request.param] = done.stack
    return done


def test_every_resource_is_applied(rehearsal: Rehearsal) -> None:
    applied = [each for each in rehearsal.stack.resources if each.type.startswith("aws:")]
    assert len(applied) > 300
    assert [each.label for each in applied if not each.id] == []
    assert rehearsal.cloud.unkept <= set(UNKEPT)


def test_who_deploys_has_the_rights_that_it_takes(rehearsal: Rehearsal) -> None:
    said = deployers.statements()
    assert deployers.refused(said, rehearsal.asked) == []
    for service in ("iam", "ec2", "s3", "scheduler"):
        assert deployers.refused(deployers.without(said, service), rehearsal.asked), service


@pytest.mark.parametrize("rehearsal", [picture.CASE], indirect=True)
def test_the_picture_of_the_page_is_that_of_the_stack(rehearsal: Rehearsal) -> None:
    shown = picture.on_page(picture.PAGE.read_text())
    drawn = picture.Drawing(rehearsal.stack).text()
    assert shown == drawn, "draw it anew: python -m tests.rehearsal.picture"


def test_a_message_goes_through_what_was_provisioned(
    rehearsal: Rehearsal, aurora: Postgres
) -> None:
    with (
        story.database(aurora, "regent_story") as url,
        story.stage(rehearsal.stack, rehearsal.cloud, url) as stage,
    ):
        told = story.tell(stage)
    assert len(told) == len(story.STEPS) == 10


def test_cfn_lint_finds_nothing(rehearsal: Rehearsal) -> None:
    assert complaints(rehearsal.stack.resources) == []


def test_no_rule_complains(rehearsal: Rehearsal) -> None:
    assert rules.complaints(rehearsal.stack) == []


def test_every_story_ends_well(rehearsal: Rehearsal) -> None:
    assert stories.complaints(rehearsal.stack) == []


def test_every_route_leads_to_its_handler(rehearsal: Rehearsal, aurora: Postgres) -> None:
    """Also for names with slashes, which API Gateway decodes before it looks for a route."""
    with (
        story.database(aurora, "regent_routes") as url,
        story.stage(rehearsal.stack, rehearsal.cloud, url) as stage,
    ):
        gateway = stage.gateway()
        wrong = [
            (key, led, wanted)
            for key, led, wanted in _led(gateway, rehearsal)
            if not (led == wanted != "")
        ]
    assert wrong == []


def _led(gateway: Gateway, rehearsal: Rehearsal) -> Iterator[tuple[str, str, str]]:
    """(route, the handler that the gateway calls, the handler that the local server calls)."""
    handlers = {
        each.outputs["arn"]: each.inputs["handler"]
        for each in rehearsal.stack.resources.of("lambda/function:Function")
    }
    there = deployed(rehearsal.stack.config.get("authMode", "jwt"))
    modules = {each.name: f"{each.module}.handler" for each in there}
    table = RouteTable([each.module for each in there])
    for path, operations in openapi()["paths"].items():
        if any(each["tags"][0] not in modules for each in operations.values()):
            continue  # the console, where a browser could not sign its requests
        for method in (each.upper() for each in operations):
            for name in ("plain", "with/slash") if path.endswith("}") else ("plain",):
                *front, last = re.split(r"(?=\{\w+\}$)", path)
                sample = re.sub(r"\{\w+\}", "plain", "".join(front)) + re.sub(
                    r"\{\w+\}", name, last
                )
                found = gateway.find(method, sample)
                known = table.find(method, sample)
                known_as = known.route.function_name.removeprefix("regent-") if known else ""
                wanted = modules.get(known_as.replace("-", "_"), "")
                led = handlers[gateway.function_of(found.route)] if found else ""
                yield f"{method} {sample}", led, wanted


def test_every_function_of_the_api_admits_this_api_alone(rehearsal: Rehearsal) -> None:
    (api,) = rehearsal.stack.resources.of("apigatewayv2/api:Api")
    for integration in rehearsal.stack.resources.of("apigatewayv2/integration:Integration"):
        name = re.search(r":function:([\w-]+)", integration.inputs["integrationUri"])
        assert name is not None
        kept = rehearsal.cloud.call("lambda", "GetPolicy", FunctionName=name[1])["Policy"]
        sources = [
            source
            for statement in parsed(kept)
            for source in statement["Condition"]["ArnLike"].values()
        ]
        assert sources == [f"{api.outputs['executionArn']}/*/*"]
