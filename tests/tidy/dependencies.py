"""The imports of a file come with the extra that is for it, so that `pip install` brings all of
them.

Like checkers.py, it looks at what it is given; only the distributions are those installed here.
"""

import sys
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.metadata import distribution, packages_distributions
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.tidy.checkers import OUR_PACKAGES, Files, imports

#: The extras for files whose paths begin with this. If several match, the longest counts.
EXTRAS: Mapping[str, Sequence[str]] = {
    "shared/regent/": ("aws", "database", "encryption"),
    "shared/regent/cli/": (),
    "shared/regent/client/": (),
    "shared/regent/client/auth.py": ("aws",),
    "shared/regent/client/core/payloads.py": ("typed",),
    "shared/regent/client/core/tracing.py": ("otel",),
    "shared/regent/client/httpx_.py": ("httpx",),
    "shared/regent/direct/": ("direct",),
    "shared/regent/local/": ("local",),
    "shared/regent/log/": ("log",),
    "shared/regent/pytest_plugin/": ("test",),
    "shared/regent/log/over_database.py": ("database", "log"),
    "functions/": ("functions",),
    "glue_jobs/": ("spark",),
    "infra/": ("deploy",),
    "infra/package/certificates.py": ("deploy", "encryption"),
}
#: The contents of the packages for Lambda and Glue, which bring no HTTP of a client.
PACKAGED = frozenset({"shared/regent/", "functions/", "glue_jobs/"})


def undeclared_imports(files: Files, project: Mapping[str, Any]) -> list[str]:
    """An import of a distribution that the file's extras do not bring."""
    brought = {
        start: modules(project, extras, ("httptools",) if start in PACKAGED else ())
        for start, extras in EXTRAS.items()
    }
    complaints = []
    for path, module in imports(files):
        start = max((start for start in EXTRAS if path.startswith(start)), key=len, default=None)
        top = module.partition(".")[0]
        if start and top not in OUR_PACKAGES | sys.stdlib_module_names | brought[start]:
            named = f"regent-mq[{','.join(EXTRAS[start])}]".replace("[]", "")
            complaints.append(f"{path}: {named} does not bring {module}")
    return complaints


def modules(
    project: Mapping[str, Any], extras: Sequence[str], without: Collection[str] = ()
) -> set[str]:
    """The names that can be imported if the project was installed with these extras."""
    names = _distributions(project, extras, without)
    return {
        module
        for module, origins in distributions_of_modules().items()
        if names.intersection(map(canonicalize_name, origins))
    }


@cache
def distributions_of_modules() -> Mapping[str, Sequence[str]]:
    """Every file of every distribution is looked at, which takes a while."""
    return packages_distributions()


def _distributions(
    project: Mapping[str, Any], extras: Sequence[str], without: Collection[str]
) -> set[str]:
    own = {"": project["dependencies"], **project["optional-dependencies"]}
    asked = Requirement(f"{project['name']}[{','.join(extras)}]")
    waiting, seen = [(asked, "")], set[tuple[str, str]]()
    while waiting:
        requirement, of = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in without or (
            requirement.marker and not requirement.marker.evaluate({"extra": of})
        ):
            continue
        for extra in {"", *requirement.extras} - {known for by, known in seen if by == name}:
            seen.add((name, extra))
            needed = own[extra] if name == project["name"] else distribution(name).requires or ()
            waiting += [(Requirement(text), extra) for text in needed]
    return {name for name, _ in seen}
