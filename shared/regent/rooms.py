"""Where the handlers are, for a process that runs them: beside the library in the repository, and
inside it in the wheel.

The library imports no handler. A process that runs them has their folder on its path, as a Lambda
has the root of its zip.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import Final

from regent.errors import RegentError

#: The package of the handlers. They import each other by this name.
HANDLERS: Final = "functions"
_LIBRARY: Final = Path(__file__).parent
#: Its folder in the wheel, so that nobody's site-packages have a package of that name at their top;
#: and in the repository.
_PLACES: Final = (_LIBRARY / "_rooms", _LIBRARY.parents[1])


class HandlersNotFound(RegentError):
    """This copy of the library came without handlers."""


class HandlersHidden(RegentError):
    """A program has another module of their name."""


def add_to_path(*, own_process: bool = False) -> None:
    """Let ``import functions`` find the handlers.

    ``own_process``: it runs nothing but the server, so another module of that name, as in the
    folder where it was started, does not count. In a program's process it does: the program may
    import it later.
    """
    folder = next((place for place in _PLACES if (place / HANDLERS / "handlers.py").exists()), None)
    if folder is None:
        raise HandlersNotFound(
            f"the handlers are neither in {_PLACES[0]} nor in {_PLACES[1]}: install Regent from its"
            " wheel, or from a clone of its repository"
        )
    found = _found()
    if found is not None and found.resolve() == (folder / HANDLERS).resolve():
        return
    if found is None:
        sys.path.append(str(folder))
    elif own_process and HANDLERS not in sys.modules:
        sys.path.insert(0, str(folder))
    else:
        raise HandlersHidden(
            f"{found} has the name of the package in which Regent's handlers are: rename it, or let"
            " the server run in a process of its own and ask it over HTTP"
        )
    importlib.invalidate_caches()


def _found() -> Path | None:
    """What an import finds as things are: a package's folder, or the file of a module."""
    spec = importlib.util.find_spec(HANDLERS)
    # A folder without __init__.py counts only where no package of its name follows on the path.
    if spec is None or (spec.origin is None and HANDLERS not in sys.modules):
        return None
    if spec.origin is None:
        return Path(next(iter(spec.submodule_search_locations or [HANDLERS])))
    origin = Path(spec.origin)
    return origin.parent if spec.submodule_search_locations else origin
