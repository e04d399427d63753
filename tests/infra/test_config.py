"""A stack's config: every key's default, the values that it takes, and the error for other
values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from infra.config import InvalidConfig, StackConfig, read_config

#: The least that a stack has to configure: by default it wants tokens, and needs their issuer.
SIGNED = {"authMode": "iam"}
TOKENS = {"jwtIssuer": "https://login.example.com/", "jwtAudience": '["regent"]'}

DEFAULTS = {
    "minAcu": 0.5,
    "maxAcu": 4.0,
    "databaseInstances": 1,
    "ioOptimized": False,
    "insights": False,
    "useProxy": False,
    "vpcCidr": "10.20.0.0/16",
    "subnetIds": (),
    "authMode": "jwt",
    "iKnowItIsOpen": False,
    "jwtIssuer": "https://login.example.com/",
    "jwtAudience": ("regent",),
    "jwtRoleClaims": (),
    "jwtRolePrefix": "regent-",
    "domainName": None,
    "certificateArn": None,
    "publicMetrics": False,
    "corsOrigins": (),
    "consoleClientId": None,
    "consoleAuthorizeUrl": None,
    "consoleTokenUrl": None,
    "consoleLogoutUrl": None,
    "consoleScopes": "openid",
    "consoleLabel": None,
    "consoleTone": "none",
    "longPollSeconds": 20.0,
    "encryption": False,
    "reclaimRate": 1,
    "lagSchedule": "cron(0 * * * ? *)",
    "retentionSchedule": "cron(30 3 * * ? *)",
    "compactSchedule": "",
    "exportLogSchedule": "",
    "catalog": False,
    "lagSlo": {},
    "alarmEmail": None,
    "budgetDollars": None,
    "maxQueues": 100_000,
    "maxPartitions": 1_000_000,
    "maxGroups": 1_000,
    "throttleRate": 1_000.0,
    "throttleBurst": 2_000,
    "reserveConcurrency": True,
    "waitingConcurrency": 100,
    "accessLog": True,
    "tracing": False,
    "logRetentionDays": 30,
    "queryEditor": False,
    "maintenanceWindow": "",
    "backupWindow": "",
    "protect": True,
    "emptyArchive": False,
    "tags": {},
}

LOG_DAYS = "1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545 or 731"


def said_of(**given: str) -> str:
    """The error for an invalid config."""
    with pytest.raises(InvalidConfig) as refused:
        read_config(SIGNED | given)
    return str(refused.value)


def test_every_key_has_its_default() -> None:
    assert read_config(TOKENS).model_dump(by_alias=True) == DEFAULTS


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("minAcu", "0", 0.0),
        ("minAcu", "4", 4.0),
        ("maxAcu", "256", 256.0),
        ("maxAcu", "1", 1.0),
        ("databaseInstances", "16", 16),
        ("useProxy", "true", True),
        ("vpcCidr", "192.168.0.0/22", "192.168.0.0/22"),
        ("subnetIds", '["subnet-1", "subnet-2"]', ("subnet-1", "subnet-2")),
        ("authMode", "iam", "iam"),
        ("jwtIssuer", "https://a", "https://a"),
        ("jwtAudience", '["a", "b"]', ("a", "b")),
        ("jwtAudience", "regent", ("regent",)),
        ("jwtRoleClaims", '["cognito:groups", "groups"]', ("cognito:groups", "groups")),
        ("jwtRoleClaims", "cognito:groups", ("cognito:groups",)),
        ("jwtRolePrefix", "queues/", "queues/"),
        ("corsOrigins", '["https://console.example.com"]', ("https://console.example.com",)),
        ("consoleLogoutUrl", "https://login.example.com/out", "https://login.example.com/out"),
        ("consoleLabel", "prod · eu", "prod · eu"),
        ("consoleTone", "red", "red"),
        ("longPollSeconds", "0", 0.0),
        ("longPollSeconds", "2.5", 2.5),
        ("encryption", "true", True),
        ("reclaimRate", "60", 60),
        ("lagSchedule", "", ""),
        ("retentionSchedule", "cron(0 2 ? * SUN *)", "cron(0 2 ? * SUN *)"),
        ("compactSchedule", "cron(0 5 ? * SUN *)", "cron(0 5 ? * SUN *)"),
        ("exportLogSchedule", "cron(0 4 * * ? *)", "cron(0 4 * * ? *)"),
        ("catalog", "true", True),
        ("alarmEmail", "oncall@example.com", "oncall@example.com"),
        ("maxQueues", "1", 1),
        ("maxPartitions", "1000000000", 1_000_000_000),
        ("maxGroups", "20", 20),
        ("throttleRate", "0.5", 0.5),
        ("throttleBurst", "1", 1),
        ("reserveConcurrency", "false", False),
        ("waitingConcurrency", "1", 1),
        ("accessLog", "false", False),
        ("queryEditor", "true", True),
        ("maintenanceWindow", "sun:03:00-sun:04:00", "sun:03:00-sun:04:00"),
        ("backupWindow", "01:00-02:30", "01:00-02:30"),
        ("logRetentionDays", "731", 731),
        ("protect", "False", False),
        ("tags", '{"Team": "orders"}', {"Team": "orders"}),
    ],
)
def test_a_value_is_taken(key: str, text: str, value: Any) -> None:
    assert read_config(SIGNED | {key: text}).model_dump(by_alias=True)[key] == value


@pytest.mark.parametrize(
    ("key", "text", "sentence"),
    [
        ("minAcu", "0.3", "minAcu is '0.3': Input should be a multiple of 0.5"),
        ("minAcu", "-1", "minAcu is '-1': Input should be greater than or equal to 0"),
        ("jwtRolePrefix", "a b", "jwtRolePrefix is 'a b': it takes a word without spaces"),
        ("jwtRolePrefix", "", "jwtRolePrefix is '': it takes a word without spaces"),
        ("maxAcu", "0.5", "maxAcu is '0.5': Input should be greater than or equal to 1"),
        ("maxAcu", "257", "maxAcu is '257': Input should be less than or equal to 256"),
        (
            "databaseInstances",
            "0",
            "databaseInstances is '0': Input should be greater than or equal to 1",
        ),
        (
            "databaseInstances",
            "17",
            "databaseInstances is '17': Input should be less than or equal to 16",
        ),
        (
            "useProxy",
            "perhaps",
            "useProxy is 'perhaps': Input should be a valid boolean, unable to interpret input",
        ),
        ("authMode", "basic", "authMode is 'basic': Input should be 'jwt', 'iam' or 'none'"),
        (
            "longPollSeconds",
            "21",
            "longPollSeconds is '21': Input should be less than or equal to 20",
        ),
        (
            "reclaimRate",
            "0",
            "reclaimRate is '0': Input should be greater than or equal to 1",
        ),
        (
            "reclaimRate",
            "61",
            "reclaimRate is '61': Input should be less than or equal to 60",
        ),
        ("throttleRate", "0", "throttleRate is '0': Input should be greater than 0"),
        (
            "waitingConcurrency",
            "0",
            "waitingConcurrency is '0': Input should be greater than or equal to 1",
        ),
        (
            "maintenanceWindow",
            "sunday at 3",
            "maintenanceWindow is 'sunday at 3': it takes ddd:hh:mm-ddd:hh:mm, in UTC",
        ),
        (
            "backupWindow",
            "25:00-26:00",
            "backupWindow is '25:00-26:00': it takes hh:mm-hh:mm, in UTC",
        ),
        ("throttleBurst", "0", "throttleBurst is '0': Input should be greater than 0"),
        (
            "logRetentionDays",
            "31",
            f"logRetentionDays is 31: Input should be {LOG_DAYS}",
        ),
        ("subnetIds", '["one"]', "subnetIds takes two private subnets in different zones, or none"),
        ("tags", '{"a": 1}', "tags.a is 1: Input should be a valid string"),
    ],
)
def test_a_value_out_of_bounds_is_refused(key: str, text: str, sentence: str) -> None:
    assert said_of(**{key: text}) == sentence


@pytest.mark.parametrize("text", ["10.0.0.0/15", "10.0.0.0/23", "8.8.0.0/16", "fd00::/16"])
def test_a_network_is_private_and_large_enough(text: str) -> None:
    assert said_of(vpcCidr=text) == (
        f"vpcCidr is '{text}': it takes a private network from /16 to /22, such as 10.20.0.0/16"
    )


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("jwtIssuer", "http://login.example.com"),
        ("jwtIssuer", "https://"),
        ("jwtAudience", ""),
        ("jwtAudience", '[""]'),
        ("jwtAudience", '["a"'),
        ("corsOrigins", "[1]"),
        ("encryption", "sure"),
        ("reclaimRate", "1.5"),
        ("lagSchedule", "rate(15 minutes)"),
        ("retentionSchedule", "cron(0 3 * * *)"),
        ("retentionSchedule", "cron(0 3 * * * *)"),
        ("retentionSchedule", "cron(0 3 ? * ? *)"),
        ("compactSchedule", "weekly"),
        ("exportLogSchedule", "daily"),
        ("catalog", "glue"),
        ("alarmEmail", "oncall"),
        ("reserveConcurrency", "2"),
        ("logRetentionDays", "x"),
        ("protect", "nope"),
        ("tags", '["a"]'),
        ("vpcCidr", "10.0.0.1/16"),
    ],
)
def test_what_is_refused_is_named(key: str, text: str) -> None:
    assert said_of(**{key: text}).startswith(f"{key} is ")


def test_a_budget_needs_somebody_who_hears_of_it() -> None:
    assert said_of(budgetDollars="50") == (
        "budgetDollars is 50, and nobody would hear of it: set alarmEmail, too"
    )
    assert said_of(budgetDollars="0", alarmEmail="a@b.test") == (
        "budgetDollars is '0': Input should be greater than 0"
    )
    assert read_config(SIGNED | {"budgetDollars": "50", "alarmEmail": "a@b.test"}).budget_dollars


OWN_ADDRESS = {
    "domainName": "queues.regent.test",
    "certificateArn": "arn:aws:acm:eu-central-1:123456789012:certificate/0-1",
}


def test_an_address_of_ones_own_comes_with_its_certificate() -> None:
    assert read_config(SIGNED | OWN_ADDRESS).domain_name == "queues.regent.test"
    for key, value in OWN_ADDRESS.items():
        assert said_of(**{key: value}) == (
            "domainName and certificateArn belong together: set both of them, or none"
        )
    assert said_of(**OWN_ADDRESS | {"domainName": "https://a.test"}) == (
        "domainName is 'https://a.test': it takes a host, such as queues.mine.org"
    )
    assert said_of(**OWN_ADDRESS | {"certificateArn": "mine"}) == (
        "certificateArn is 'mine': it takes the ARN of a certificate: arn:aws:acm:…:certificate/…"
    )


def test_values_fit_together() -> None:
    assert said_of(emptyArchive="true") == (
        "emptyArchive is true with protect: the archive is not deleted then; set protect to false"
        " first, or remove emptyArchive"
    )
    assert read_config(SIGNED | {"emptyArchive": "true", "protect": "false"}).empty_archive
    assert said_of(minAcu="8") == "minAcu is 8, above maxAcu, 4"
    assert said_of(minAcu="0", useProxy="true") == (
        "minAcu is 0 with useProxy: a proxy keeps connections open, so that the database never"
        " pauses; set minAcu to 0.5, or do without the proxy"
    )


@pytest.mark.parametrize("given", [{}, {"jwtIssuer": "https://a"}, {"jwtAudience": '["a"]'}])
def test_tokens_need_an_issuer_and_an_audience(given: dict[str, str]) -> None:
    with pytest.raises(InvalidConfig) as refused:
        read_config(given)
    assert str(refused.value) == (
        "authMode is jwt, which needs jwtIssuer (https://…, as the tokens name it) and jwtAudience"
        " (a list); iam signs requests instead"
    )


def test_an_open_api_needs_a_second_key() -> None:
    assert said_of(authMode="none") == (
        "authMode is none: anybody on the internet could push, pop and delete; choose iam (requests"
        " signed with AWS credentials) or jwt (tokens), or set iKnowItIsOpen to true as well"
    )
    assert said_of(authMode="none", iKnowItIsOpen="false") == said_of(authMode="none")
    assert read_config({"authMode": "none", "iKnowItIsOpen": "true"}).auth_mode == "none"


@pytest.mark.parametrize("given", [SIGNED, {**TOKENS, "authMode": "jwt"}])
def test_the_second_key_is_not_kept_for_later(given: dict[str, str]) -> None:
    """Else a change of one key would open the API one day."""
    assert said_of(**given, iKnowItIsOpen="true") == (
        f"iKnowItIsOpen is true, and authMode is {given['authMode']}, not none: remove it"
    )


@pytest.mark.parametrize(
    ("key", "meant"),
    [("protct", "protect"), ("min_acu", "minAcu"), ("Protect", "protect"), ("maxacu", "maxAcu")],
)
def test_a_misspelt_key_is_refused_with_what_was_meant(key: str, meant: str) -> None:
    assert said_of(**{key: "1"}) == f"{key} is no config key of Regent; did you mean {meant}?"


def test_a_key_like_no_other_is_told_all_of_them() -> None:
    assert said_of(zzz="1") == (f"zzz is no config key of Regent; they are {', '.join(DEFAULTS)}")


def test_all_that_is_wrong_is_said_at_once() -> None:
    assert said_of(protct="true", minAcu="0.3", throttleBurst="0").splitlines() == [
        "minAcu is '0.3': Input should be a multiple of 0.5",
        "throttleBurst is '0': Input should be greater than 0",
        "protct is no config key of Regent; did you mean protect?",
    ]


@pytest.mark.parametrize(("acu", "pauses"), [("0", True), ("0.5", False)])
def test_a_database_pauses_at_nothing_only(acu: str, pauses: bool) -> None:
    assert read_config(SIGNED | {"minAcu": acu}).pauses is pauses


def stack_file(name: str) -> StackConfig:
    """A stack file of the repository, as Pulumi hands it on: every value a text."""
    given = yaml.safe_load((Path(__file__).parents[2] / f"Pulumi.{name}.yaml").read_text())
    own = {key: value for key, value in given["config"].items() if key.startswith("regent:")}
    assert set(given["config"]) - set(own) == {"aws:region"}
    return read_config(
        {
            key.removeprefix("regent:"): value if isinstance(value, str) else json.dumps(value)
            for key, value in own.items()
        }
    )


def test_the_stack_to_try_things_in_sleeps_and_goes_away() -> None:
    dev = stack_file("dev")
    assert (dev.pauses, dev.protect, dev.auth_mode) == (True, False, "iam")
    assert (dev.lag_schedule, dev.retention_schedule) == ("", "")
    assert not dev.reserve_concurrency
    assert (dev.throttle_rate, dev.throttle_burst) == (20, 40)


def test_the_stack_to_rely_on_is_protected_and_watched() -> None:
    prod = stack_file("prod")
    assert (prod.pauses, prod.protect, prod.auth_mode) == (False, True, "jwt")
    assert (prod.database_instances, prod.use_proxy, prod.min_acu) == (2, True, 1)
    assert prod.alarm_email
    assert prod.lag_schedule


def test_a_choice_does_not_change() -> None:
    config = read_config(SIGNED)
    with pytest.raises(ValueError, match="frozen"):
        config.protect = False
    assert isinstance(config, StackConfig)


LOGIN = {
    "consoleClientId": "regent-console",
    "consoleAuthorizeUrl": "https://login.example.com/authorize",
    "consoleTokenUrl": "https://login.example.com/token",
}


def test_the_console_logs_in_with_all_of_a_login_or_none_of_it() -> None:
    assert read_config(TOKENS | LOGIN).console_client_id == "regent-console"
    for key in LOGIN:
        with pytest.raises(InvalidConfig, match="belong together: set all of them, or none"):
            read_config(TOKENS | {name: text for name, text in LOGIN.items() if name != key})
    assert said_of(**LOGIN) == (
        "consoleClientId is set, and authMode is iam: the console logs in only where tokens are"
        " asked for"
    )
