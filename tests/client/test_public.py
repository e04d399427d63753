"""What the package offers, and what it needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from regent import client
from regent.client import errors
from tests.client.programs import ENVIRONMENT


def test_every_error_of_the_client_is_a_public_name() -> None:
    kinds = {
        name
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and kind.__module__ == errors.__name__
    }
    assert len(kinds) > 5
    assert kinds <= set(client.__all__)


def test_the_public_names_are_listed_in_order() -> None:
    assert client.__all__ == sorted(client.__all__)
    assert all(hasattr(client, name) for name in client.__all__)


def test_using_it_needs_nothing_of_the_server() -> None:
    program = (
        "import sys; from regent.client import Consumer, Producer, SimpleConsumer;"
        "print(*sorted({'functions', 'psycopg', 'pydantic', 'aws_lambda_powertools', 'httpx'}"
        " & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == []


def test_it_is_typed() -> None:
    assert Path(client.__file__).parents[1].joinpath("py.typed").exists()
