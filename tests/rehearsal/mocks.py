"""Pulumi's engine, as far as a program sees it: each resource that it registers is applied.

It is a monitor of its own rather than mocks alone. Only a monitor gets ``protect``,
``retain_on_delete`` and the resources that a resource waits for.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from pulumi.runtime import MockCallArgs, MockResourceArgs, Mocks, rpc
from pulumi.runtime.mocks import MockMonitor
from pulumi.runtime.proto import resource_pb2

from tests.rehearsal.apply import apply
from tests.rehearsal.cloud import Cloud
from tests.rehearsal.questions import answer
from tests.rehearsal.records import Resource
from tests.rehearsal.tags import default_tags, takes_tags

_SECRET: Final = "1b47061264138c4ac30d75fd1eb44270"
_PROVIDER: Final = "pulumi:providers:aws"
_SIGNATURE: Final = "4dabf18193072939515e22adb298388d"


class Refused(Exception):
    """A resource could not be applied; the text names it."""


class _Nothing(Mocks):
    """It does nothing: the monitor below does everything itself."""

    def call(self, args: MockCallArgs) -> Any:
        return {}, None

    def new_resource(self, args: MockResourceArgs) -> Any:
        return "", {}


class Engine(MockMonitor):
    """Applies what is registered, in the order of the references."""

    def __init__(self, cloud: Cloud) -> None:
        super().__init__(_Nothing())
        self.applied: list[Resource] = []
        self.failures: list[str] = []
        self.exports: dict[str, Any] = {}
        self.secret_exports: frozenset[str] = frozenset()
        self._cloud = cloud
        # Pulumi registers from several threads; moto supports only one.
        self._lock = threading.Lock()
        #: Default tags of each provider, by its URN.
        self._tags: dict[str, dict[str, str]] = {}

    def Invoke(self, request: Any) -> Any:  # noqa: N802 - gRPC's name
        """An ``aws.get_…`` of the program."""
        with self._lock, _event_loop():
            try:
                found = answer(self._cloud, request.tok, rpc.deserialize_properties(request.args))
            except Exception as error:
                self.failures.append(f"{request.tok}: {_sentence(error)}")
                raise
            return resource_pb2.ResourceInvokeResponse(**{"return": _struct(found)})

    def RegisterResource(self, request: Any) -> Any:  # noqa: N802 - gRPC's name
        """A resource or a component of the program."""
        urn = self.make_urn(request.parent, request.type, request.name)
        if request.type == "pulumi:pulumi:Stack":
            return resource_pb2.RegisterResourceResponse(urn=urn)
        with self._lock, _event_loop():
            try:
                resource = self._registered(urn, request)
            except Exception as error:
                sentence = f"{request.type} {request.name}: {_sentence(error)}"
                self.failures.append(sentence)
                raise Refused(sentence) from error
            self.applied.append(resource)
            registration = MockMonitor.ResourceRegistration(urn, resource.id, {**resource.outputs})
            self.resources[urn] = registration
            return resource_pb2.RegisterResourceResponse(
                urn=urn, id=resource.id, object=_struct(resource.outputs)
            )

    def ReadResource(self, request: Any) -> Any:  # noqa: N802 - gRPC's name
        """A ``….get()`` of the program: none of our resources existed before."""
        self.failures.append(f"{request.type} {request.name}: the rehearsal reads no resources")
        raise Refused(self.failures[-1])

    def RegisterResourceOutputs(self, request: Any) -> Any:  # noqa: N802 - gRPC's name
        """The exports, if the stack registers them. A component's URN has the stack's type before
        its own, and on a busy machine it may register later than the stack."""
        if request.urn.split("::")[2] == "pulumi:pulumi:Stack":
            with self._lock, _event_loop():
                exports = rpc.deserialize_properties(request.outputs)
            self.secret_exports = frozenset(
                name for name, value in exports.items() if _holds_secret(value)
            )
            self.exports = {name: _unwrapped(value) for name, value in exports.items()}
        return super().RegisterResourceOutputs(request)

    def _registered(self, urn: str, request: Any) -> Resource:
        given = rpc.deserialize_properties(request.object)
        resource = Resource(
            urn=urn,
            type=request.type,
            name=request.name,
            inputs={name: _unwrapped(value) for name, value in given.items()},
            secrets=frozenset(name for name, value in given.items() if _holds_secret(value)),
            parent=request.parent,
            provider=request.provider,
            protect=request.protect,
            retain_on_delete=request.retainOnDelete,
            needs=frozenset(request.dependencies).union(
                *(needed.urns for needed in request.propertyDependencies.values())
            ),
            is_component=not request.custom,
            delete_timeout=request.customTimeouts.delete,
            ignore_changes=tuple(request.ignoreChanges),
        )
        if resource.type == _PROVIDER:
            self._tags[urn] = default_tags(resource.inputs)
        if resource.is_component or resource.type == _PROVIDER:
            return replace(resource, id=resource.name, outputs=resource.inputs)
        return applied(self._cloud, self._tagged(resource))

    def _tagged(self, resource: Resource) -> Resource:
        defaults = self._tags.get(resource.provider.rpartition("::")[0], {})
        if not defaults or not takes_tags(resource.type):
            return resource
        return resource.with_inputs(tags={**defaults, **resource.inputs.get("tags", {})})


def applied(cloud: Cloud, resource: Resource) -> Resource:
    """The resource with the id and the outputs that the cloud gave it."""
    cloud.seed(resource.urn)
    id_, outputs = apply(cloud, resource)
    tags = {"tagsAll": resource.inputs["tags"]} if "tags" in resource.inputs else {}
    return replace(resource, id=id_, outputs={**tags, **resource.inputs, **outputs})


@contextmanager
def _event_loop() -> Iterator[None]:
    """Pulumi calls us in threads of a pool, and its (de)serializers want an event loop there. Their
    own loop stays open until it is collected, with a warning."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    try:
        yield
    finally:
        asyncio.set_event_loop(None)
        loop.close()


def _struct(values: Mapping[str, Any]) -> Any:
    return asyncio.get_event_loop().run_until_complete(rpc.serialize_properties(dict(values), {}))


def _holds_secret(value: Any) -> bool:
    if isinstance(value, dict):
        return value.get(_SIGNATURE) == _SECRET or any(map(_holds_secret, value.values()))
    return isinstance(value, list) and any(map(_holds_secret, value))


def _unwrapped(value: Any) -> Any:
    if isinstance(value, dict):
        if value.get(_SIGNATURE) == _SECRET:
            inner = value["value"]
            return _unwrapped(json.loads(inner) if isinstance(inner, bytes) else inner)
        return {name: _unwrapped(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_unwrapped(one) for one in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)  # a protobuf Struct has one kind of number
    return value


def _sentence(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
