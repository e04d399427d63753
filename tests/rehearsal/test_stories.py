"""Every setting of the stack has its story: whichever is changed, some story or rule complains."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from tests.rehearsal import rules, stories
from tests.rehearsal.configs import CASES
from tests.rehearsal.mutations.settings import Change, changes
from tests.rehearsal.program import rehearse
from tests.rehearsal.records import Resource, Resources, Stack
from tests.rehearsal.rules.rule import Rule

#: Settings that no story is about, and why nothing depends on them.
UNTOLD: Final[Mapping[str, str]] = {
    r".* (description|alarmDescription)( left out)?": "words for people; tests/infra reads them",
    r".*Sid( left out)?": "a word for people",
    r".* rules[.][*][.]id( left out)?": "a word for people",
    r"apigatewayv2/authorizer:Authorizer name( left out)?": "a word for people",
    r".* dashboardBody[.]widgets[.][*][.]properties[.]title": "tests/infra compares the run book",
    r".* metricQueries[.][*][.]id": "the last of them is a name for nobody",
    r".* dashboardBody[.].*[.]metrics[.].*[.]id( left out)?": "a name for nobody",
    r"s3/bucketObjectv2:BucketObjectv2 source left out": "Pulumi wants one",
    r".* dimensions left out": "the numbers of an account have none, either way",
    r"lambda/function:Function environment[.]variables[.]REGENT_\w+ left out": "the default",
    **dict.fromkeys(
        (
            r"kms/key:Key deletionWindowInDays left out",
            r"s3/bucket:Bucket forceDestroy left out",
            r"s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration .*filter.* left out",
            r"rds/cluster:Cluster skipFinalSnapshot left out",
            r"rds/clusterInstance:ClusterInstance publiclyAccessible left out",
            r"rds/clusterInstance:ClusterInstance promotionTier left out",
            r"rds/clusterInstance:ClusterInstance performanceInsightsRetentionPeriod left out",
            r"rds/subnetGroup:SubnetGroup description left out",
            r"lambda/invocation:Invocation lifecycleScope left out",
            r"lambda/function:Function loggingConfig[.]applicationLogLevel left out",
            r"rds/clusterInstance:ClusterInstance performanceInsightsEnabled left out",
            r"glue/job:Job executionClass left out",
            r"apigatewayv2/route:Route authorizationType left out",
        ),
        "AWS or Pulumi would take the same",
    ),
}
#: What differs from alarm to alarm: it is changed in each. Else one resource stands for its type.
UNLIKE: Final = re.compile(
    r"cloudwatch/metricAlarm:MetricAlarm (threshold|period|statistic|namespace|metric|dimensions"
    r"|comparison|evaluation|datapoints|treat).*"
)
#: Changes of one setting, such as an element of a long list.
MOST_CHANGES: Final = 3


class Read(Resources):
    """Resources that note which types are looked at."""

    def __init__(self, resources: Iterable[Resource]) -> None:
        super().__init__(resources)
        self.types: set[str] = set()

    def of(self, *types: str) -> list[Resource]:
        self.types |= set(types)
        return super().of(*types)

    def __iter__(self) -> Iterator[Resource]:
        self.types.add("all")
        return super().__iter__()


class Judges:
    """The stories and rules that look at a type, those that look at few types first."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._read: dict[str, frozenset[str]] = {}
        self._every: dict[str, Rule] = {**stories.STORIES, **rules.RULES}
        for name, story in self._every.items():
            resources = Read(stack.resources)
            assert list(stories.told(story, replace(stack, resources=resources))) == [], name
            self._read[name] = frozenset(resources.types)

    def complain(self, change: Change) -> bool:
        """Whether one of them complains about the stack with this change."""
        resource = change.resource
        type_ = resource.type.removeprefix("aws:")
        stack = replace(
            self._stack, resources=self._stack.resources.changed({resource.urn: resource})
        )
        fitting = [name for name, read in self._read.items() if {type_, "all"} & read]
        return any(
            any(True for _ in stories.told(self._every[name], stack))
            for name in sorted(fitting, key=lambda name: len(self._read[name]))
        )


@pytest.fixture(scope="module")
def stacks(recorded: dict[str, Stack]) -> list[Stack]:
    """Those of configs.py."""
    for name, case in CASES.items():
        if name not in recorded:
            with rehearse(case.config, before=case.before, name=case.name) as done:
                recorded[name] = done.stack
    return [recorded[name] for name in CASES]


@pytest.fixture(scope="module")
def judged(stacks: list[Stack]) -> list[tuple[Judges, list[Change]]]:
    """For each stack, the settings that stacks before it do not have."""
    seen: set[str] = set()
    return [(Judges(stack), list(_first(stack, seen))) for stack in stacks]


def _first(stack: Stack, seen: set[str]) -> Iterator[Change]:
    """The changes of settings that were not seen before."""
    for resource in stack.resources:
        if resource.is_component or not resource.type.startswith("aws:"):
            continue
        mine: Counter[str] = Counter()
        for change in changes(resource):
            setting = change.setting
            if UNLIKE.fullmatch(setting):
                setting += resource.name
            if setting not in seen and mine[setting] < MOST_CHANGES:
                mine[setting] += 1
                yield change
        seen |= set(mine)


def _is_untold(setting: str) -> bool:
    return any(re.fullmatch(pattern, setting) for pattern in UNTOLD)


def test_whichever_setting_is_changed_somebody_complains(judged: Any) -> None:
    changed = [(judges, change) for judges, all_ in judged for change in all_]
    assert len(changed) > 500
    missed = [
        change.words
        for judges, change in changed
        if not _is_untold(change.setting) and not judges.complain(change)
    ]
    assert missed == []


def test_every_setting_without_a_story_is_there(judged: Any) -> None:
    settings = {change.setting for _, all_ in judged for change in all_}
    idle = [each for each in UNTOLD if not any(re.fullmatch(each, one) for one in settings)]
    assert idle == []


def test_another_major_version_is_two_words(stacks: list[Stack]) -> None:
    """docs/run/deploy.md: the version and the family of parameters are changed together. On paper
    the stack of the next version is as sound as the present one, and with half of it none is."""
    (stack, *_) = stacks
    cluster = stack.resources.of("rds/cluster:Cluster")[0]
    group = stack.resources.of("rds/clusterParameterGroup:ClusterParameterGroup")[0]
    version = cluster.with_inputs(engineVersion="18")
    family = group.with_inputs(family="aurora-postgresql18")

    def complaints(*changed: Resource) -> list[str]:
        resources = stack.resources.changed({each.urn: each for each in changed})
        upgraded = replace(stack, resources=resources)
        return [*stories.complaints(upgraded), *rules.complaints(upgraded)]

    assert complaints(version, family) == []
    assert complaints(version) != []
    assert complaints(family) != []
