"""The stack files of the repository: a key that slips into one would change it without a word."""

from __future__ import annotations

from typing import Any

import pytest

from infra.config import StackConfig
from tests.infra.test_config import stack_file


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        (
            "dev",
            {"authMode": "iam", "minAcu": 0, "maxAcu": 2, "protect": False, "lagSchedule": "",
             "retentionSchedule": "", "reserveConcurrency": False, "throttleRate": 20,
             "throttleBurst": 40},
        ),
        (
            "prod",
            {"jwtIssuer": "https://login.example.com/", "jwtAudience": ("regent",), "minAcu": 1,
             "maxAcu": 16, "databaseInstances": 2, "useProxy": True,
             "alarmEmail": "oncall@example.com"},
        ),
    ],
)  # fmt: skip
def test_a_stack_file_chooses_no_more_than_this(name: str, chosen: dict[str, Any]) -> None:
    usual = {
        field.alias: field.get_default(call_default_factory=True, validated_data={})
        for field in StackConfig.model_fields.values()
    }
    made = stack_file(name).model_dump(by_alias=True)
    assert {key: value for key, value in made.items() if value != usual[key]} == chosen
