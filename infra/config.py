"""The settings of a stack (`pulumi config set …`): every key, its default, its bounds.

A key that is not here is refused: a misspelt `protect` must not pass in silence.
"""

from __future__ import annotations

import difflib
import ipaddress
import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import from_json

from infra.windows import check_windows
from regent.jobs import JOBS
from regent.limits import MAX_GROUPS, MAX_LONG_POLL_SECONDS, MAX_PARTITIONS, MAX_QUEUES
from regent.objectives import Objectives
from regent.settings import ConsoleTone


class InvalidConfig(Exception):
    """A stack's configuration that is invalid; it names all mistakes at once."""


def _private_network(text: str) -> str:
    network = ipaddress.ip_network(text)
    if network.version != 4 or not network.is_private or not 16 <= network.prefixlen <= 22:
        raise ValueError("it takes a private network from /16 to /22, such as 10.20.0.0/16")
    return text


def _from_text(value: Any) -> Any:
    """Pulumi passes lists and objects on as JSON."""
    return from_json(value) if isinstance(value, str) else value


def _list_from_text(value: Any) -> Any:
    """A list, or one text as its only element."""
    return [value] if isinstance(value, str) and not value.startswith("[") else _from_text(value)


def _like(pattern: str, sentence: str) -> AfterValidator:
    """A text of one form, and the error for other texts."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(sentence)
        return text

    return AfterValidator(check)


#: Aurora takes halves, up to 256.
Acu = Annotated[float, Field(ge=0, le=256, multiple_of=0.5)]
#: Glue wants a question mark for one of the two days: of the month, or of the week.
_DAYS_AND_MONTH: Final = r"(\? \S+ [^?\s]+|[^?\s]+ \S+ \?)"
#: A schedule as Glue writes it, in UTC; empty: the job runs when an operator starts it.
Cron = Annotated[
    str,
    _like(
        rf"(cron\(\S+ \S+ {_DAYS_AND_MONTH} \S+\))?",
        "it takes cron(…) with six fields, in UTC, of which one of the two days is a question mark,"
        " or nothing",
    ),
]
Texts = Annotated[tuple[Annotated[str, Field(min_length=1)], ...], BeforeValidator(_list_from_text)]
Issuer = Annotated[str, _like(r"https://\S+", "it takes https://…, as the tokens name it")]
Address = Annotated[str, _like(r"[^@\s]+@[^@\s]+\.[^@\s]+", "it takes an address of e-mail")]
Bound = Annotated[int, Field(ge=1, le=1_000_000_000)]
#: The periods for which CloudWatch can keep logs.
LogDays = Literal[1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731]


#: AWS's advice for databases with Performance Insights.
INSIGHTS_LEAST_ACU: Final = 2
_HOST: Final = r"([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}"
_CERTIFICATE: Final = r"arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate/[\w-]+"
_CERTIFICATE_WORDS: Final = "it takes the ARN of a certificate: arn:aws:acm:…:certificate/…"
_TIME: Final = r"([01]\d|2[0-3]):[0-5]\d"
_HOURS: Final = f"({_TIME}-{_TIME})?"
_DAY: Final = "(mon|tue|wed|thu|fri|sat|sun)"
_WINDOW: Final = f"({_DAY}:{_TIME}-{_DAY}:{_TIME})?"
#: The values that the jobs' own table has.
_SCHEDULES: Final = {job.name: job.schedule or "" for job in JOBS}


class StackConfig(BaseModel):
    """A stack's choices. A field is the config key of its name in camelCase."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel)

    #: Aurora capacity units, of 2 GiB each. At 0 the cluster pauses while nobody is connected.
    min_acu: Acu = 0.5
    max_acu: Annotated[Acu, Field(ge=1)] = 4.0
    #: The first one writes. If there is a second, another zone takes over within a minute.
    database_instances: Annotated[int, Field(ge=1, le=16)] = 1
    #: Storage without charges for I/O; everything else costs more. Cheaper once I/O is a quarter of
    #: the bill.
    io_optimized: bool = False
    #: Performance Insights, which keeps a small database awake and large.
    insights: bool = False
    #: RDS Proxy, for stacks where more functions run at once than the database takes connections.
    use_proxy: bool = False
    #: The range of the stack's own network. A smaller one would run out of addresses for functions.
    vpc_cidr: Annotated[str, AfterValidator(_private_network)] = "10.20.0.0/16"
    #: Private subnets of an existing network; none: the stack makes its own.
    subnet_ids: Texts = ()
    auth_mode: Literal["jwt", "iam", "none"] = "jwt"
    #: The second key of `none`. One word in a stack's file must not open an API to the internet.
    i_know_it_is_open: bool = False
    jwt_issuer: Issuer | None = None
    jwt_audience: Texts = ()
    #: Further claims whose elements may be roles, such as cognito:groups, and how those begin.
    jwt_role_claims: Texts = ()
    jwt_role_prefix: Annotated[str, _like(r"\S+", "it takes a word without spaces")] = "regent-"
    #: An address of one's own, and its certificate in ACM, of the stack's region.
    domain_name: Annotated[str, _like(_HOST, "it takes a host, such as queues.mine.org")] | None = (
        None
    )
    certificate_arn: Annotated[str, _like(_CERTIFICATE, _CERTIFICATE_WORDS)] | None = None
    #: Whether everybody may read /metrics, the names of queues and groups among them.
    public_metrics: bool = False
    cors_origins: Texts = ()
    #: The console's client at the issuer, and the issuer's endpoints: functions have no way out of
    #: the network, so they cannot look them up. Without a client, tokens are pasted.
    console_client_id: str | None = None
    console_authorize_url: Issuer | None = None
    console_token_url: Issuer | None = None
    console_logout_url: Issuer | None = None
    console_scopes: str = "openid"
    console_label: str | None = None
    console_tone: ConsoleTone = "none"
    long_poll_seconds: Annotated[float, Field(ge=0, le=MAX_LONG_POLL_SECONDS)] = (
        MAX_LONG_POLL_SECONDS
    )
    #: Queues with `encryptionEnabled`: a layer for the functions, and a way to KMS.
    encryption: bool = False
    #: Minutes between two runs.
    reclaim_rate: Annotated[int, Field(ge=1, le=60)] = 1
    lag_schedule: Cron = _SCHEDULES["lag"]
    retention_schedule: Cron = _SCHEDULES["retention"]
    compact_schedule: Cron = _SCHEDULES["compact"]
    export_log_schedule: Cron = _SCHEDULES["export-log"]
    #: Archive and event log as tables of the Glue catalog, which the jobs reach by an endpoint.
    catalog: bool = False
    #: For how long messages may wait, by names that alarms bear.
    lag_slo: Annotated[Objectives, BeforeValidator(_from_text)] = Field(default_factory=dict)
    alarm_email: Address | None = None
    #: A month of the account may cost so much; by mail it is told before, and when it is reached.
    budget_dollars: Annotated[float, Field(gt=0)] | None = None
    #: Queues, and partitions and groups of one queue. The install writes them into the database.
    max_queues: Bound = MAX_QUEUES
    max_partitions: Bound = MAX_PARTITIONS
    max_groups: Bound = MAX_GROUPS
    #: Requests a second that API Gateway lets through, and how many at once beyond that.
    throttle_rate: Annotated[float, Field(gt=0)] = 1_000.0
    throttle_burst: Annotated[int, Field(gt=0)] = 2_000
    #: Reserved concurrency: one run of reclaim and of install at a time, and `waitingConcurrency`.
    #: A new account has ten units in all, of which none can be reserved.
    reserve_concurrency: bool = True
    #: Calls at once of each function that waits for messages. They are reserved and a limit, so
    #: consumers that wait leave places for pushes and acks.
    waiting_concurrency: Annotated[int, Field(ge=1, le=10_000)] = 100
    #: API Gateway's line for each request: by whom, when, how it was answered.
    access_log: bool = True
    #: X-Ray's traces, of a sample of the requests, which Lambda alone chooses.
    tracing: bool = False
    log_retention_days: Annotated[LogDays, BeforeValidator(_from_text)] = 30
    #: Queries of people over IAM, without a way into the network (RDS Data API).
    query_editor: bool = False
    #: When AWS maintains the database and backs it up, in UTC; empty: AWS chooses.
    maintenance_window: Annotated[str, _like(_WINDOW, "it takes ddd:hh:mm-ddd:hh:mm, in UTC")] = ""
    backup_window: Annotated[str, _like(_HOURS, "it takes hh:mm-hh:mm, in UTC")] = ""
    #: Refuse to delete the database and the archive.
    protect: bool = True
    #: Empty the archive's bucket, all versions of its objects, when it is deleted.
    empty_archive: bool = False
    tags: Annotated[dict[str, str], BeforeValidator(_from_text)] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _fits_together(self) -> StackConfig:
        if len(self.subnet_ids) == 1:
            raise ValueError("subnetIds takes two private subnets in different zones, or none")
        if self.auth_mode == "jwt" and not (self.jwt_issuer and self.jwt_audience):
            raise ValueError(
                "authMode is jwt, which needs jwtIssuer (https://…, as the tokens name it) and"
                " jwtAudience (a list); iam signs requests instead"
            )
        if self.auth_mode == "none" and not self.i_know_it_is_open:
            raise ValueError(
                "authMode is none: anybody on the internet could push, pop and delete; choose iam"
                " (requests signed with AWS credentials) or jwt (tokens), or set iKnowItIsOpen to"
                " true as well"
            )
        if self.auth_mode != "none" and self.i_know_it_is_open:
            raise ValueError(
                f"iKnowItIsOpen is true, and authMode is {self.auth_mode}, not none: remove it"
            )
        if self.protect and self.empty_archive:
            raise ValueError(
                "emptyArchive is true with protect: the archive is not deleted then; set protect to"
                " false first, or remove emptyArchive"
            )
        if self.budget_dollars and not self.alarm_email:
            raise ValueError(
                f"budgetDollars is {self.budget_dollars:g}, and nobody would hear of it: set"
                " alarmEmail, too"
            )
        if bool(self.domain_name) != bool(self.certificate_arn):
            raise ValueError(
                "domainName and certificateArn belong together: set both of them, or none"
            )
        self._check_database()
        self._check_console()
        return self

    def _check_database(self) -> None:
        if self.min_acu > self.max_acu:
            raise ValueError(f"minAcu is {self.min_acu:g}, above maxAcu, {self.max_acu:g}")
        if self.insights and self.min_acu < INSIGHTS_LEAST_ACU:
            raise ValueError(
                f"insights is true, and minAcu is {self.min_acu:g}: Performance Insights keeps a"
                f" database from its least size; set minAcu to {INSIGHTS_LEAST_ACU} at least, or do"
                " without insights"
            )
        if self.min_acu == 0 and self.use_proxy:
            raise ValueError(
                "minAcu is 0 with useProxy: a proxy keeps connections open, so that the database"
                " never pauses; set minAcu to 0.5, or do without the proxy"
            )
        check_windows(self.maintenance_window, self.backup_window)

    def _check_console(self) -> None:
        needed = (self.console_client_id, self.console_authorize_url, self.console_token_url)
        if any(needed) and not all(needed):
            raise ValueError(
                "consoleClientId, consoleAuthorizeUrl and consoleTokenUrl belong together: set all"
                " of them, or none"
            )
        if any(needed) and self.auth_mode != "jwt":
            raise ValueError(
                f"consoleClientId is set, and authMode is {self.auth_mode}: the console logs in"
                " only where tokens are asked for"
            )

    def schedule(self, job: str) -> str:
        """When a job runs; None: when an operator starts it."""
        return {
            "lag": self.lag_schedule,
            "retention": self.retention_schedule,
            "compact": self.compact_schedule,
            "export-log": self.export_log_schedule,
        }.get(job, "")

    @property
    def runs_jobs(self) -> bool:
        """Whether a job runs by itself. Then jobs may send numbers to CloudWatch."""
        return any(self.schedule(job) for job in _SCHEDULES)

    @property
    def pauses(self) -> bool:
        """Whether the database stops when nobody is connected. Then no connection may stay open."""
        return self.min_acu == 0


_KEYS: Final = {field.alias or name: name for name, field in StackConfig.model_fields.items()}


def read_config(given: Mapping[str, str]) -> StackConfig:
    """Read a stack's config by its keys."""
    try:
        return StackConfig.model_validate(dict(given))
    except ValidationError as error:
        raise InvalidConfig("\n".join(_sentence(each) for each in error.errors())) from None


def _sentence(problem: Any) -> str:
    """``minAcu is '0.3': Input should be a multiple of 0.5``"""
    message = str(problem["msg"]).removeprefix("Value error, ")
    if not problem["loc"]:
        return message
    key = str(problem["loc"][0])
    if problem["type"] == "extra_forbidden" and problem["loc"] == (key,):
        near = difflib.get_close_matches(key, _KEYS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"they are {', '.join(_KEYS)}"
        return f"{key} is no config key of Regent; {hint}"
    if problem["type"] == "extra_forbidden":
        message = "an objective takes queue, consumerGroup, seconds and percent"
    inner = (part for part in problem["loc"][1:] if isinstance(part, str) and part != "[key]")
    return f"{'.'.join((key, *inner))} is {problem['input']!r}: {message}"
