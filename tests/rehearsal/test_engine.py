"""The engine that programs talk to here: its answers, and the mistakes that it refuses."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pulumi
import pulumi_aws as aws
import pytest

from tests.rehearsal.apply import APPLY
from tests.rehearsal.packages import ROOT
from tests.rehearsal.program import ProgramFailed, rehearse
from tests.rehearsal.template.table import ELSEWHERE, FORMS, PARTS


def test_references_are_what_the_cloud_gave() -> None:
    def program() -> None:
        vpc = aws.ec2.Vpc("net", cidr_block="10.0.0.0/16")
        aws.ec2.Subnet("part", vpc_id=vpc.id, cidr_block="10.0.0.0/24")

    with rehearse({}, program=program) as rehearsal:
        (subnet,) = rehearsal.stack.resources.of("ec2/subnet:Subnet")
        (vpc,) = rehearsal.stack.resources.of("ec2/vpc:Vpc")
        kept = rehearsal.cloud.call("ec2", "DescribeSubnets", SubnetIds=[subnet.id])
    assert kept["Subnets"][0]["VpcId"] == vpc.id == subnet.inputs["vpcId"]
    assert subnet.needs == {vpc.urn}


def test_options_and_the_tags_of_the_provider_are_kept() -> None:
    def program() -> None:
        tags = aws.ProviderDefaultTagsArgs(tags={"Project": "regent", "Stack": "one"})
        provider = aws.Provider("aws", region="eu-west-1", default_tags=tags)
        queue = aws.sqs.Queue(
            "first",
            tags={"Stack": "two"},
            opts=pulumi.ResourceOptions(provider=provider, protect=True, retain_on_delete=True),
        )
        aws.sns.Topic("second", opts=pulumi.ResourceOptions(depends_on=[queue]))

    with rehearse({}, program=program) as rehearsal:
        (queue,) = rehearsal.stack.resources.of("sqs/queue:Queue")
        (topic,) = rehearsal.stack.resources.of("sns/topic:Topic")
        tags = rehearsal.cloud.call("sqs", "ListQueueTags", QueueUrl=queue.id)["Tags"]
    assert (queue.protect, queue.retain_on_delete) == (True, True)
    assert (topic.protect, topic.retain_on_delete) == (False, False)
    assert tags == {"Project": "regent", "Stack": "two"}
    assert topic.needs == {queue.urn}
    assert "tags" not in topic.inputs


def test_exports_are_resolved_and_secret_ones_are_known() -> None:
    def program() -> None:
        topic = aws.sns.Topic("told", name="told")
        pulumi.export("arn", topic.arn)
        pulumi.export("password", pulumi.Output.secret({"user": "a"}))

    with rehearse({}, program=program) as rehearsal:
        exports, secret = rehearsal.stack.exports, rehearsal.stack.secret_exports
    assert exports == {
        "arn": "arn:aws:sns:eu-west-1:123456789012:told",
        "password": {"user": "a"},
    }
    assert secret == {"password"}


def test_a_program_reads_its_configuration_and_asks_the_account() -> None:
    def program() -> None:
        config = pulumi.Config("regent")
        pulumi.export("rate", config.require_int("reclaimRate"))
        pulumi.export("account", aws.get_caller_identity_output().account_id)

    with rehearse({"reclaimRate": "7"}, program=program) as rehearsal:
        assert rehearsal.stack.exports == {"rate": 7, "account": "123456789012"}


def test_a_second_run_knows_nothing_of_the_first() -> None:
    def program() -> None:
        aws.sns.Topic("one", name="one")

    for _ in range(2):
        with rehearse({}, program=program) as rehearsal:
            assert len(rehearsal.cloud.call("sns", "ListTopics")["Topics"]) == 1


def _refused(program: object) -> str:
    with pytest.raises(ProgramFailed) as caught, rehearse({}, program=program):  # type: ignore[arg-type]
        pass
    return str(caught.value)


def test_a_refused_parameter_names_the_resource() -> None:
    sentence = _refused(lambda: aws.ec2.Vpc("net", cidr_block="10.0.0.0/8"))
    assert sentence.startswith("aws:ec2/vpc:Vpc net: ClientError:")
    assert "InvalidVpc.Range" in sentence


def test_an_unknown_type_names_the_resource() -> None:
    sentence = _refused(lambda: aws.ecs.Cluster("machines"))
    assert sentence == (
        "aws:ecs/cluster:Cluster machines: UnknownType: the rehearsal cannot apply this type;"
        " tests/rehearsal/apply/ can"
    )


def test_an_input_that_is_not_passed_on_is_refused() -> None:
    sentence = _refused(
        lambda: aws.apigatewayv2.Api("api", protocol_type="HTTP", body=json.dumps({}))
    )
    assert "aws:apigatewayv2/api:Api api: UnknownInput: body has no place" in sentence


def test_an_unknown_question_names_itself() -> None:
    sentence = _refused(lambda: pulumi.export("vpc", aws.ec2.get_vpc_output(default=True).id))
    assert sentence.startswith("aws:ec2/getVpc:getVpc: Unknown:")


def test_a_resource_that_is_read_names_itself() -> None:
    sentence = _refused(lambda: aws.sns.Topic.get("other", "arn:other"))
    assert sentence == "aws:sns/topic:Topic other: the rehearsal reads no resources"


def test_an_error_in_an_output_fails_the_run() -> None:
    def program() -> None:
        topic = aws.sns.Topic("one", name="one")
        pulumi.export("broken", topic.arn.apply(lambda arn: arn.no_such_attribute))

    assert "no_such_attribute" in _refused(program)


def test_an_error_of_the_program_fails_the_run() -> None:
    def program() -> None:
        raise ValueError("minAcu is 3, above maxAcu, 2")

    assert _refused(program) == "minAcu is 3, above maxAcu, 2"


def test_every_type_that_is_applied_is_looked_at_as_a_template_too() -> None:
    assert set(APPLY) == {*FORMS, *PARTS, *ELSEWHERE}


def test_no_module_of_the_program_hides_another() -> None:
    """Pulumi runs the folder infra/, which puts it first on the path: a file functions.py there
    would be what `import functions` finds."""
    hidden = [
        path.stem
        for path in (ROOT / "infra").iterdir()
        if path.stem.isidentifier() and not path.stem.startswith("__") and find_spec(path.stem)
    ]
    assert hidden == []
