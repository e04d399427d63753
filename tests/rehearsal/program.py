"""Runs the Pulumi program, whole, as `pulumi up` would, against an account of its own."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import importlib
import logging
import runpy
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from unittest.mock import patch

from pulumi.runtime import set_all_config, set_mocks
from pulumi.runtime.settings import set_root_resource
from pulumi.runtime.stack import run_in_stack

from tests.rehearsal.apply import APPLY
from tests.rehearsal.cloud import REGION, Cloud, account
from tests.rehearsal.mocks import Engine
from tests.rehearsal.packages import ROOT, uploaded
from tests.rehearsal.records import Resources, Stack
from tests.rehearsal.tags import class_of
from tests.support.issuers import sound_issuer
from tests.support.pulumi_runtime import hastened

PROJECT: Final = "regent"
STACK: Final = "rehearsal"
NO_ROOT: Final[Any] = object()


class ProgramFailed(Exception):
    """The program, or applying one of its resources, failed; each reason is a line."""


@dataclass(frozen=True)
class Rehearsal:
    """A stack, and the account in which it stands."""

    stack: Stack
    cloud: Cloud
    #: What making it asked of AWS: service, operation, and the role or the bucket.
    asked: frozenset[tuple[str, str, str]]


@contextmanager
def rehearse(
    config: Mapping[str, str],
    *,
    before: Callable[[Cloud], dict[str, str]] | None = None,
    name: str = STACK,
    program: Callable[[], None] | None = None,
) -> Iterator[Rehearsal]:
    """Run the program with this configuration (``minAcu: "0.5"``) and keep its resources until the
    block ends. ``before`` prepares the account, and adds to the configuration."""
    with account() as cloud:
        yield rehearsed(cloud, config, before=before, name=name, program=program)


def rehearsed(
    cloud: Cloud,
    config: Mapping[str, str],
    *,
    before: Callable[[Cloud], dict[str, str]] | None = None,
    name: str = STACK,
    program: Callable[[], None] | None = None,
) -> Rehearsal:
    """Rehearse a stack in an account that is open: others may stand in it already."""
    whole = {**config, **(before(cloud) if before else {})}
    asked = len(cloud.asked)
    stack = run(whole, cloud, name=name, program=program)
    return Rehearsal(stack, cloud, frozenset(cloud.asked[asked:]))


def run(
    config: Mapping[str, str],
    cloud: Cloud,
    *,
    name: str = STACK,
    program: Callable[[], None] | None = None,
) -> Stack:
    """Run the program into an account that is open."""
    _import_quietly()
    engine = Engine(cloud)
    try:
        # Pulumi keeps its state in context variables: those of this run end with it.
        contextvars.copy_context().run(_run, engine, name, config, program or _whole_program)
    except Exception as error:
        raise ProgramFailed("\n".join(engine.failures or [f"{error}"])) from error
    if engine.failures:
        raise ProgramFailed("\n".join(engine.failures))
    return Stack(
        Resources(engine.applied), engine.exports, engine.secret_exports, dict(config), name
    )


def _run(engine: Engine, name: str, config: Mapping[str, str], program: Callable[[], None]) -> None:
    own = {f"{PROJECT}:{key}": value for key, value in config.items()}
    set_all_config({"aws:region": REGION, **own})
    # Without a root, set_mocks would make one on an event loop that nobody runs.
    set_root_resource(NO_ROOT)
    set_mocks(engine.mocks, project=PROJECT, stack=name, preview=False, monitor=engine)
    set_root_resource(None)
    loop = asyncio.new_event_loop()
    # A failed program leaves outputs whose errors are never read. Python would log them when they
    # are collected: in the middle of another test.
    loop.set_exception_handler(lambda *_: None)
    asyncio.set_event_loop(loop)
    try:
        with _quiet(), hastened():
            loop.run_until_complete(run_in_stack(program))
    finally:
        loop.close()
        asyncio.set_event_loop(None)


@cache
def _import_quietly() -> None:
    """Modules of Pulumi's AWS package warn of their own old classes when they are imported.
    Warnings about classes that the program uses must still appear later."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for type_ in APPLY:
            class_of(type_)


def _whole_program() -> None:
    """Run the folder as Pulumi's language host does, and import its modules again."""
    known = {name: sys.modules[name] for name in sys.modules if name.partition(".")[0] == "infra"}
    for name in known:
        del sys.modules[name]
    package = importlib.import_module("infra.package")
    account_ = importlib.import_module("infra.account")
    try:
        with (
            contextlib.chdir(ROOT / "infra"),
            patch.object(package, "build", uploaded),
            patch.object(account_, "fetch", sound_issuer),
        ):
            runpy.run_path(str(ROOT / "infra"), run_name="__main__")
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "infra"]:
            del sys.modules[name]
        sys.modules.update(known)


@contextmanager
def _quiet() -> Iterator[None]:
    """Pulumi logs each failed resource with a traceback; the failure itself has the same
    content."""
    logger = logging.getLogger("pulumi")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)
