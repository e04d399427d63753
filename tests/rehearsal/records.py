"""The record of a program's run: its resources, as AWS would have been asked for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Resource:
    """One resource: the program's inputs, and the id and outputs of the applied one."""

    urn: str
    type: str
    name: str
    #: In Pulumi's own names (camelCase), references resolved, secrets unwrapped.
    inputs: Mapping[str, Any]
    #: The inputs that were marked as secret.
    secrets: frozenset[str]
    parent: str
    provider: str
    protect: bool
    retain_on_delete: bool
    #: The URNs that it waits for, by reference or by ``depends_on``.
    needs: frozenset[str]
    is_component: bool
    #: For how long Pulumi waits for its deletion; empty: as long as the provider likes.
    delete_timeout: str = ""
    #: Inputs that stay as they are in AWS, whatever the program says later.
    ignore_changes: tuple[str, ...] = ()
    id: str = ""
    outputs: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """``Function`` of ``aws:lambda/function:Function``."""
        return self.type.rpartition(":")[2]

    @property
    def label(self) -> str:
        """Its name in messages: ``lambda Function push``."""
        module = self.type.split(":")[1].partition("/")[0] if ":" in self.type else ""
        return f"{module} {self.kind} {self.name}".strip()

    def with_inputs(self, **inputs: Any) -> Resource:
        """The resource with other inputs; None takes one away."""
        merged = {**self.inputs, **inputs}
        return replace(self, inputs={k: v for k, v in merged.items() if v is not None})


class Resources(Sequence[Resource]):
    """The resources of a run, in the order in which they were applied."""

    def __init__(self, resources: Iterable[Resource]) -> None:
        self._all = tuple(resources)
        self._by_urn = {resource.urn: resource for resource in self._all}

    def __getitem__(self, index: Any) -> Any:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Resource]:
        return iter(self._all)

    def of(self, *types: str) -> list[Resource]:
        """The resources of a type: ``lambda/function:Function``, without ``aws:``."""
        wanted = {f"aws:{type_}" for type_ in types}
        return [resource for resource in self._all if resource.type in wanted]

    def with_id(self, type_: str, id_: Any) -> Resource | None:
        """The resource of a type that has this id, name or ARN."""
        for resource in self.of(type_):
            if id_ is not None and id_ in (
                resource.id,
                resource.outputs.get("arn"),
                resource.outputs.get("name"),
            ):
                return resource
        return None

    def needed_by(self, urns: Iterable[str]) -> Resources:
        """These resources and everything that they refer to, in the order of application."""
        wanted: set[str] = set()
        open_urns = list(urns)
        while open_urns:
            urn = open_urns.pop()
            if urn not in wanted and urn in self._by_urn:
                wanted.add(urn)
                open_urns += self._by_urn[urn].needs
        return Resources(resource for resource in self._all if resource.urn in wanted)

    def changed(self, changed: Mapping[str, Resource | None]) -> Resources:
        """The resources with some replaced, by URN; None leaves one out."""
        kept = (changed.get(resource.urn, resource) for resource in self._all)
        return Resources(resource for resource in kept if resource is not None)


@dataclass(frozen=True)
class Stack:
    """One run of the program."""

    resources: Resources
    exports: Mapping[str, Any]
    #: The exports that Pulumi keeps encrypted.
    secret_exports: frozenset[str]
    config: Mapping[str, str]
    name: str = "rehearsal"

    @property
    def prefix(self) -> str:
        """The beginning of the names of its resources."""
        return f"regent-{self.name}"
