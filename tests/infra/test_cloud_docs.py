"""docs/run/deploy.md, operations.md and security.md compared with the program."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import botocore.session
import pytest
from botocore import xform_name

from infra.config import StackConfig
from infra.handlers import HOT, ApiRoute, api_functions, api_routes
from tests.docs.checkers import fields, unknown_make_targets
from tests.docs.markdown import Block, blocks, code, table
from tests.infra.program import ROOT, program
from tests.infra.test_config import stack_file

RUN = ROOT / "docs/run"
DEPLOY, OPERATIONS, FIRST = [
    (RUN / f"{page}.md").read_text() for page in ("deploy", "operations", "first-deployment")
]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
CLOUD = ("deploy.md", "first-deployment.md", "operations.md")
#: Commands that the AWS command line adds to AWS's services.
OF_THE_COMMAND = {("logs", "tail"), ("rds", "wait"), ("configure", "export-credentials")}
EVERYWHERE = {"query", "output", "region", "profile"}


def _commands() -> Iterator[tuple[str, Block]]:
    for page in CLOUD:
        for block in blocks((RUN / page).read_text()):
            if block.language == "bash":
                yield page, block


def _lines() -> list[str]:
    """The lines of all commands; a command that goes on in the next line is one."""
    return [
        line
        for _, block in _commands()
        for line in block.text.replace("\\\n", " ").splitlines()
        if line.strip()
    ]


# The commands.


def test_commands_of_the_cloud_stand_on_these_pages_only() -> None:
    """This file checks their syntax and names; commands elsewhere are run by other tests. Those of
    moving.md make an environment that tests/docs/test_moving.py has already."""
    there = {page.name for page in PAGES for b in blocks(page.read_text()) if b.language == "bash"}
    assert there == {*CLOUD, "moving.md"}
    run = {p for p in CLOUD for b in blocks((RUN / p).read_text()) if b.language == "sh"}
    assert run == set()


@pytest.mark.parametrize("number", range(len(list(_commands()))))
def test_every_command_can_be_parsed(number: int) -> None:
    page, block = list(_commands())[number]
    ran = subprocess.run(
        ["bash", "-n"], input=block.text, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, ""), f"{page}, line {block.line}"


def test_every_target_in_commands_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text()
    called = "\n".join(f"`{line}`" for line in _lines() if line.startswith("make "))
    assert called
    assert unknown_make_targets(called, makefile) == []


def test_requests_to_the_first_stack_are_signed() -> None:
    """API Gateway refuses a bearer token where requests have to be signed."""
    assert stack_file("dev").auth_mode == "iam"
    assert "Bearer" not in FIRST
    assert FIRST.count('signed "$BASE/') == 3


def without_a_stack(lines: list[str]) -> list[str]:
    """Commands that change the stack that was selected last, whichever that was."""
    changing = re.compile(
        r"\bpulumi (up|destroy|refresh|cancel|import|preview|config (set|rm)|stack output)\b"
    )
    return [
        line
        for line in lines
        if (changing.search(line) and "--stack " not in line)
        or (re.match(r"make deploy\b", line) and "STACK=" not in line)
        or ("pulumi stack rm" in line and "--preserve-config" not in line)
        or "pulumi stack select" in line
    ]


def test_a_command_that_changes_a_stack_names_it() -> None:
    inline = re.findall(r"`((?:pulumi|make deploy) [^`]*)`", f"{DEPLOY}\n{OPERATIONS}\n{FIRST}")
    lines = [line for line in [*_lines(), *inline] if len(line.split()) > 2]
    assert len(lines) >= 30
    assert without_a_stack(lines) == []


def test_a_command_that_names_no_stack_is_found() -> None:
    bad = [
        "pulumi destroy",
        "pulumi config set protect false",
        "BASE=$(pulumi stack output apiUrl)",
        "make deploy",
        "pulumi stack rm prod",
        "pulumi stack select dev",
    ]
    good = ["pulumi destroy --stack prod", "make deploy STACK=prod", "pulumi stack init dev"]
    assert without_a_stack([*bad, *good]) == bad


def unknown_to_pulumi(lines: list[str]) -> list[str]:
    """Keys and outputs that the program does not have."""
    keys = {field.alias for field in StackConfig.model_fields.values()} | {"aws:region"}
    text = "\n".join(lines)
    named = re.findall(r"pulumi config set (\S+)", text)
    outputs = re.findall(r"pulumi stack output (\w+)", text)
    return [key for key in named if key not in keys] + [
        name for name in outputs if name not in program().outputs
    ]


def test_every_key_and_output_in_commands_is_there() -> None:
    inline = re.findall(r"`(pulumi [^`]*)`", DEPLOY + OPERATIONS)
    lines = [line for line in [*_lines(), *inline] if "<key>" not in line]
    assert sum("config set" in line for line in lines) >= 5
    assert unknown_to_pulumi(lines) == []


def test_a_key_or_an_output_that_is_not_there_is_found() -> None:
    lines = ["pulumi config set protct false", "BASE=$(pulumi stack output apiURL)"]
    assert unknown_to_pulumi(lines) == ["protct", "apiURL"]


def unknown_to_aws(lines: list[str]) -> list[str]:
    """Services, commands and options that AWS's own descriptions do not have."""
    session = botocore.session.get_session()
    found = []
    for line in lines:
        for service, command, rest in re.findall(r"\baws ([a-z0-9-]+) ([a-z0-9-]+)([^|)]*)", line):
            if (service, command) in OF_THE_COMMAND:
                continue
            if service not in session.get_available_services():
                found.append(f"aws {service}")
                continue
            model = session.get_service_model(service)
            names = {xform_name(name, "-"): name for name in model.operation_names}
            if command not in names:
                found.append(f"aws {service} {command}")
                continue
            shape = model.operation_model(names[command]).input_shape
            members = shape.members if shape else {}
            takes = {xform_name(member, "-") for member in members} | EVERYWHERE
            options = set(re.findall(r"--([a-z0-9-]+)", rest))
            required = {xform_name(name, "-") for name in (shape.required_members if shape else [])}
            options |= {option[3:] for option in options if option.startswith("no-")} & takes
            found += [f"aws {service} {command} --{each}" for each in sorted(options - takes)]
            found += [f"aws {service} {command} without --{n}" for n in sorted(required - options)]
    return found


def test_every_command_of_aws_is_there() -> None:
    lines = _lines()
    assert sum("aws " in line for line in lines) >= 20
    assert unknown_to_aws(lines) == []


def test_a_command_that_aws_does_not_have_is_found() -> None:
    assert unknown_to_aws(
        [
            "aws rdb describe-db-clusters",
            "aws rds describe-clusters",
            "aws rds describe-db-clusters --cluster regent-prod",
            "Q=$(aws sqs get-queue-url --query QueueUrl)",
        ]
    ) == [
        "aws rdb",
        "aws rds describe-clusters",
        "aws rds describe-db-clusters --cluster",
        "aws sqs get-queue-url without --queue-name",
    ]


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def test_every_name_of_a_stack_is_one() -> None:
    """`regent-prod-…` in a command: the program makes it, or the command itself does."""
    known = {text for each in program().resources for text in _texts(each["inputs"])}
    made = {"regent-prod-last", "regent-prod-kept"}
    made |= {"regent-prod-restored", "regent-prod-restored-0"}
    made |= {"regent-prod-old", "regent-prod-old-0"}
    text = "\n".join(_lines()).replace("regent-dev", "regent-prod")
    named = set(re.findall(r"/aws/[a-z/]+/regent-prod[\w/-]*|(?<![/\w])regent-prod[\w-]*", text))
    assert len(named) >= 8
    assert made <= named
    assert sorted(named - known - made) == []


# deploy.md.


def test_every_key_has_its_default_and_says_what_its_change_does() -> None:
    config = StackConfig(authMode="iam")
    rows = {code(row["Key"]): row for row in table(DEPLOY, "Key")}
    fallback = {field.alias: field.default for field in StackConfig.model_fields.values()}
    assert list(rows) == list(fallback)
    for key, row in rows.items():
        assert code(row["Default"]) == _shown(fallback[key]), key
        assert re.match(r"(in place|replace)\b", row["What its change does"]), key
    assert config.tags == {}


def _shown(default: object) -> str | None:
    if default is None or default == "":
        return None
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, float):
        return f"{default:g}"
    if isinstance(default, (str, int)):
        return str(default)
    return "[]" if default == () else "{}"


def test_every_output_is_on_the_page() -> None:
    rows = table(DEPLOY, "Output")
    assert fields(rows, dict.fromkeys(program().outputs)) == []


def lost_with_a_slash(routes: list[ApiRoute]) -> set[str]:
    """Routes that API Gateway does not find, or gives to another handler, when a name has a
    slash, and that have no second form with the names in its body."""
    there = {route.key for route in routes}
    lost = set()
    for route in routes:
        method, path = route.key.split(" ")
        for name in re.finditer(r"\{(queue|partition|group|topic|transactionId)\}", path):
            with_slash = f"{path[: name.start()]}a/b{path[name.end() :]}"
            asked = f"{method} {re.sub(r'{[^}]*}', 'x', with_slash)}"
            if route.function not in {other.function for other in routes if _finds(other, asked)}:
                lost.add(route.key.replace("+}", "}"))
    return {key for key in lost if with_names_in_its_body(key) not in there}


def with_names_in_its_body(key: str) -> str | None:
    """The second form of a route; None for one that changes nothing."""
    method, path = key.split(" ")
    return None if method == "GET" else f"POST {path.partition('/{')[0]}/{path.rpartition('/')[2]}"


def _finds(route: ApiRoute, asked: str) -> bool:
    parts = re.split(r"(\{\w+\+?\})", route.key)
    pattern = "".join(
        re.escape(part) if not part.startswith("{") else ".+" if "+" in part else "[^/]+"
        for part in parts
    )
    return re.fullmatch(pattern, asked) is not None


def test_every_route_that_takes_no_slashes_is_on_the_page() -> None:
    routes = list(api_routes())
    rows = table(DEPLOY, "Route")
    assert {code(row["Route"]) for row in rows} == lost_with_a_slash(routes)
    assert {code(row["Instead"]) for row in rows} <= {route.key for route in routes}


def test_a_name_at_the_end_takes_slashes() -> None:
    routes = [
        ApiRoute("GET /q/{queue+}", "queues", is_public=False),
        ApiRoute("GET /q/{queue}/depth", "queues", is_public=False),
        ApiRoute("GET /q/{queue}/leases", "leases", is_public=False),
        ApiRoute("POST /q/{queue}/clear", "queues", is_public=False),
        ApiRoute("POST /q/{queue}/pause", "queues", is_public=False),
        ApiRoute("POST /q/pause", "queues", is_public=False),
    ]
    assert lost_with_a_slash(routes) == {"GET /q/{queue}/leases", "POST /q/{queue}/clear"}


def test_the_public_routes_are_named() -> None:
    routes = [route for route in api_routes("iam") if route.is_public]
    public = {route.key.removeprefix("GET ") for route in routes}
    sentence = DEPLOY.partition("Three routes are public in every mode: ")[2].partition(". ")[0]
    assert set(re.findall(r"`([^`]+)`", sentence)) == public


# operations.md.


def _sections() -> list[str]:
    alarms = OPERATIONS.partition("\n## Alarms\n")[2].partition("\n## ")[0]
    return re.findall(r"^### (.+)$", alarms, re.MULTILINE)


def without_section(alarms: list[str], sections: list[str]) -> list[str]:
    """Alarms without a section, and sections without an alarm."""
    functions = "|".join(spec.name for spec in api_functions() if spec.waits or spec.name in HOT)
    parts = re.compile(rf"^(throttles|duration)-({functions})$|^(lag-slo)-.+$")
    grouped = {parts.sub(r"\1\3", alarm) for alarm in alarms}
    return sorted(grouped ^ set(sections))


def test_every_alarm_has_a_section_and_the_reverse() -> None:
    rung = [*program().of("MetricAlarm"), *program().of("EventRule")]
    assert len(rung) >= 21
    assert without_section(rung, _sections()) == []


def test_an_alarm_without_a_section_is_found() -> None:
    rung = ["dead-letters", "throttles-push", "throttles-pop", "new"]
    assert without_section(rung, ["dead-letters", "throttles", "old"]) == ["new", "old"]


def test_an_alarm_names_its_section() -> None:
    for name, alarm in program().of("MetricAlarm").items():
        assert alarm["alarmDescription"].endswith(f"See docs/run/operations.md, {name}.")


def test_every_chart_that_is_named_is_on_the_dashboard() -> None:
    (board,) = program().of("Dashboard").values()
    charts = {w["properties"]["title"] for w in json.loads(board["dashboardBody"])["widgets"]}
    named = set(re.findall(r"\*\*(.+?)\*\*", OPERATIONS)) - {"bold"}
    assert charts - named == set()
    assert named - charts == set()


@pytest.mark.parametrize("page", ["deploy.md", "operations.md"])
def test_every_route_that_is_named_is_there(page: str) -> None:
    there = {route.key.replace("+}", "}") for route in api_routes()}
    text = (RUN / page).read_text()
    named = set(re.findall(r"`((?:GET|POST|PUT|DELETE) /[^`\s]*)`", text))
    assert len(named) >= 5
    assert sorted(named - there) == []


@pytest.mark.parametrize("page", [*CLOUD, "security.md", "costs.md"])
def test_every_heading_that_is_linked_to_is_there(page: str) -> None:
    folder = RUN
    for file, anchor in re.findall(r"\]\(([\w./-]*)#([\w-]+)\)", (folder / page).read_text()):
        target = (folder / (file or page)).read_text()
        headings = re.findall(r"^#+ (.+)$", target, re.MULTILINE)
        assert anchor in {_anchor(heading) for heading in headings}, (page, anchor)


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_the_functions_of_logs_are_functions() -> None:
    names = {spec.name.replace("_", "-") for spec in api_functions()} | {"reclaim", "install"}
    named = re.findall(r"/aws/lambda/regent-prod-([a-z-]+)", OPERATIONS)
    assert set(named) <= names
    assert Path(ROOT / "functions/schedules/reclaim.py").exists()
