"""The environment, read once: what each variable takes, and what is refused at start."""

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from regent.settings import InvalidSettings, Settings


def read(**variables: str) -> Settings:
    return Settings.from_environment(variables)


def test_nothing_set_means_the_defaults() -> None:
    settings = read()
    assert settings == Settings()
    assert settings.database_url is None
    assert settings.database_port == 5432
    assert settings.database_user == "regent_api"
    assert settings.default_subscription_mode == "all"
    assert settings.long_poll_seconds == 20.0
    assert settings.port == 6632
    assert settings.data_dir == Path(".regent")
    assert settings.workers is None
    assert settings.retention is None
    assert settings.on_lambda is False


def test_each_variable_reaches_its_field() -> None:
    settings = read(
        REGENT_DATABASE_URL="postgresql://x/y",
        REGENT_DATABASE_SECRET_ARN="arn:secret",
        REGENT_DATABASE_HOST="host",
        REGENT_DATABASE_PORT="6543",
        REGENT_DATABASE_NAME="name",
        REGENT_DATABASE_USER="user",
        REGENT_DATABASE_PROXIED="true",
        REGENT_DEFAULT_SUBSCRIPTION_MODE="new",
        REGENT_LONG_POLL_SECONDS="2.5",
        REGENT_ENCRYPTION_KEY="key",
        REGENT_ENCRYPTION_KEY_FILE="/keys",
        REGENT_ENCRYPTION_KMS_KEY="alias/master",
        REGENT_LOG_LEVEL="debug",
        REGENT_MAX_QUEUES="7",
        REGENT_MAX_PARTITIONS="8",
        REGENT_MAX_GROUPS="9",
        REGENT_PLAIN_NAMES="true",
        REGENT_PUBLIC_METRICS="false",
        REGENT_TRACING="1",
        REGENT_PORT="0",
        REGENT_DATA_DIR="/data",
        REGENT_WORKERS="3",
        REGENT_RETENTION="job",
        REGENT_JWT_KEY="jwt",
        REGENT_JWT_ISSUER="issuer",
        REGENT_JWT_AUDIENCE="audience",
        REGENT_JWT_ROLE_CLAIMS="cognito:groups, groups,",
        REGENT_JWT_ROLE_PREFIX="queues-",
        REGENT_RECLAIM_MINUTES="5",
    )
    assert settings == Settings(
        database_url="postgresql://x/y",
        database_secret_arn="arn:secret",
        database_host="host",
        database_port=6543,
        database_name="name",
        database_user="user",
        database_proxied=True,
        default_subscription_mode="new",
        long_poll_seconds=2.5,
        encryption_key="key",
        encryption_key_file=Path("/keys"),
        encryption_kms_key="alias/master",
        log_level="DEBUG",
        max_queues=7,
        max_partitions=8,
        max_groups=9,
        plain_names=True,
        public_metrics=False,
        tracing=True,
        port=0,
        data_dir=Path("/data"),
        workers=3,
        retention="job",
        jwt_key="jwt",
        jwt_issuer="issuer",
        jwt_audience="audience",
        jwt_role_claims=("cognito:groups", "groups"),
        jwt_role_prefix="queues-",
        reclaim_minutes=5,
    )


def test_the_consoles_variables_reach_their_fields() -> None:
    assert read(
        REGENT_CONSOLE="false",
        REGENT_CONSOLE_CLIENT_ID="console",
        REGENT_CONSOLE_AUTHORIZE_URL="https://login.example.com/authorize",
        REGENT_CONSOLE_TOKEN_URL="http://localhost:8080/token",
        REGENT_CONSOLE_LOGOUT_URL="https://login.example.com/logout",
        REGENT_CONSOLE_SCOPES="openid regent:admin",
        REGENT_CONSOLE_LABEL="prod · eu",
        REGENT_CONSOLE_TONE="red",
    ) == Settings(
        console=False,
        console_client_id="console",
        console_authorize_url="https://login.example.com/authorize",
        console_token_url="http://localhost:8080/token",
        console_logout_url="https://login.example.com/logout",
        console_scopes="openid regent:admin",
        console_label="prod · eu",
        console_tone="red",
    )


def test_a_console_logs_in_with_all_of_a_login_or_none_of_it() -> None:
    with pytest.raises(InvalidSettings) as refused:
        read(REGENT_CONSOLE_CLIENT_ID="console", REGENT_CONSOLE_TOKEN_URL="https://a/token")
    assert str(refused.value) == (
        "REGENT_CONSOLE_AUTHORIZE_URL is not set: the console logs in with all of"
        " REGENT_CONSOLE_CLIENT_ID, REGENT_CONSOLE_AUTHORIZE_URL, REGENT_CONSOLE_TOKEN_URL, or"
        " with none of them"
    )


def test_lambdas_own_variables_are_read() -> None:
    settings = read(
        AWS_REGION="eu-west-1",
        AWS_ACCESS_KEY_ID="id",
        AWS_SECRET_ACCESS_KEY="secret",
        AWS_SESSION_TOKEN="token",
        AWS_LAMBDA_FUNCTION_NAME="regent-pop",
    )
    assert settings == Settings(
        aws_region="eu-west-1",
        aws_access_key_id="id",
        aws_secret_access_key="secret",
        aws_session_token="token",
        on_lambda=True,
    )


def test_an_empty_variable_leaves_the_default() -> None:
    assert read(REGENT_DATABASE_URL="", REGENT_PORT="", REGENT_TRACING="") == Settings()


@pytest.mark.parametrize("mode", ["all", "from_beginning", "new", "new-only"])
def test_modes_have_aliases(mode: str) -> None:
    expected = "new" if mode.startswith("new") else "all"
    assert read(REGENT_DEFAULT_SUBSCRIPTION_MODE=mode).default_subscription_mode == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("REGENT_PORT", text) for text in ("-1", "65536", "http", "1.5", " 80", "\u0661")),
        *(("REGENT_DATABASE_PORT", text) for text in ("0", "65536", "x")),
        *(("REGENT_LONG_POLL_SECONDS", text) for text in ("-1", "21", "nan", "inf", "x")),
        *(("REGENT_DATABASE_PROXIED", text) for text in ("yes", "2", "on")),
        ("REGENT_DEFAULT_SUBSCRIPTION_MODE", "newest"),
        ("REGENT_WORKERS", "many"),
        ("REGENT_MAX_QUEUES", "0"),
        ("REGENT_MAX_PARTITIONS", "1000000001"),
        ("REGENT_MAX_GROUPS", "none"),
        ("REGENT_RETENTION", "off"),
        ("REGENT_JWT_ROLE_PREFIX", "regent admin"),
        ("REGENT_JWT_ROLE_PREFIX", " "),
        ("REGENT_JWT_ROLE_PREFIX", "regent- "),
        ("REGENT_RECLAIM_MINUTES", "0"),
        ("REGENT_RECLAIM_MINUTES", "61"),
        ("REGENT_CONSOLE", "off"),
        ("REGENT_CONSOLE_TONE", "pink"),
        *(
            ("REGENT_CONSOLE_TOKEN_URL", text)
            for text in ("http://login.example.com/t", "https://a b", "https://a;x", "javascript:1")
        ),
        ("REGENT_CONSOLE_CLIENT_ID", "console without its endpoints"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(name: str, text: str) -> None:
    with pytest.raises(InvalidSettings, match=name):
        read(**{name: text})


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("REGENT_JWT_KYE", "REGENT_JWT_KEY"),
        ("REGENT_PORTT", "REGENT_PORT"),
        ("REGENT_ENCRYPTON_KEY", "REGENT_ENCRYPTION_KEY"),
        ("REGENT_AWS_REGION", None),
        ("REGENT_ON_LAMBDA", None),
        ("REGENT_COLOUR", None),
        ("REGENT_", None),
    ],
)
def test_a_name_that_nobody_reads_is_refused(name: str, meant: str | None) -> None:
    with pytest.raises(InvalidSettings) as refused:
        read(**{name: "1", "REGENT_PORT": "0"})
    assert str(refused.value).startswith(f"{name} is no setting of Regent: ")
    assert ("did you mean" in str(refused.value)) == (meant is not None)
    if meant is not None:
        assert f"did you mean {meant}?" in str(refused.value)


def test_it_is_refused_on_lambda_too() -> None:
    with pytest.raises(InvalidSettings, match="did you mean REGENT_AUTH_REQUIRED"):
        read(AWS_LAMBDA_FUNCTION_NAME="regent-pop", REGENT_AUTH_REQIRED="true")


def test_all_names_that_nobody_reads_are_told_at_once_and_no_value() -> None:
    with pytest.raises(InvalidSettings) as refused:
        read(REGENT_JWT_KYE="canary", REGENT_WORKRES="2")
    assert "REGENT_JWT_KYE" in str(refused.value)
    assert "REGENT_WORKRES" in str(refused.value)
    assert "canary" not in str(refused.value)


def test_names_of_the_tests_and_of_other_programs_are_left_alone() -> None:
    others = {"REGENT_TEST_POSTGRES": "16", "REGENTS_PORT": "x", "PORT": "x", "REGENT_PORTT": ""}
    of_the_client = {"REGENT_URL": "http://localhost:6632", "REGENT_TOKEN": "t"}
    assert read(**others, **of_the_client) == Settings()


def test_settings_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        read().port = 1  # type: ignore[misc]


def test_secrets_do_not_show() -> None:
    shown = repr(
        read(
            REGENT_DATABASE_URL="postgresql://user:canary1@host/db",
            REGENT_ENCRYPTION_KEY="canary2",
            REGENT_JWT_KEY="canary3",
            AWS_SECRET_ACCESS_KEY="canary4",
            AWS_SESSION_TOKEN="canary5",
        )
    )
    assert "canary" not in shown
