"""The console's rules as functions: each takes files, by their paths below app/, and returns its
complaints. Biome and TypeScript know the language; these know the house."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

Files = Mapping[str, str]

#: Words, the file that may use them, and a file in which they stand for something else: a program
#: that is shown, a field of a form.
ALONE: Mapping[str, tuple[str, ...]] = {
    r"\bfetch\(": ("lib/api.js", "pages/parts/trying/programs.js"),
    r"\bhistory[.\[]": ("lib/url.js",),
    r"\bIntl\.DateTimeFormat\b|\.toLocale\w*\(": ("lib/time.js",),
    r"\b(access|refresh)Token\b|\bsessionStorage\b": ("lib/session.js", "lib/login.js"),
    r"\blocalStorage\b": ("lib/prefs.js",),
}
_DOM = re.compile(r"\bdocument\.|\bwindow\.|\bquerySelector|\bHTMLElement\b|\bgetElementById\b")
_MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\b|srcdoc"
)
_ADDRESS = re.compile(r"https?://[\w.-]+")
#: A name of XML's, which nobody loads.
_NO_ADDRESS = {"http://www.w3.org"}
_IMPORT = re.compile(r'(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"\s]+)"')
#: Folders that the files of a folder may import from.
_MAY_IMPORT: Mapping[str, tuple[str, ...]] = {
    "lib": ("lib", "vendor"),
    "ui": ("lib", "ui", "vendor"),
    "pages": ("lib", "ui", "vendor"),
}
_LISTED = re.compile(r'title: "([^"]+)",.*?import\("\./(\w+)/page\.js"\)', re.DOTALL)
_SHARED = ("pages/index.js", "pages/parts/")


def files_without_a_purpose(files: Files) -> list[str]:
    """A script or a style that does not open with what it is for."""
    return [
        f"{path}: does not open with what it is for"
        for path, text in _ours(files)
        if path.endswith((".js", ".css")) and not text.startswith(("/** ", "/* "))
    ]


def words_in_wrong_places(files: Files) -> list[str]:
    """A request, an address, a date or a token outside of the file that is there for it."""
    return [
        f"{path}: only {homes[0]} may say {found[0]}"
        for path, text in _scripts(files)
        for words, homes in ALONE.items()
        if path not in homes and (found := re.search(words, _code(text)))
    ]


def documents_in_the_library(files: Files) -> list[str]:
    """A file of lib/ that touches the document: it could not be tried alone."""
    return [
        f"{path}: lib/ touches no document: {found[0]}"
        for path, text in _scripts(files)
        if path.startswith("lib/") and (found := _DOM.search(_code(text)))
    ]


def text_that_becomes_markup(files: Files) -> list[str]:
    """What Trusted Types would refuse, and styles that the content policy would."""
    complaints = [
        f"{path}: {found[0]} makes markup of text"
        for path, text in _ours(files)
        if path.endswith((".js", ".html")) and (found := _MARKUP.search(_code(text)))
    ]
    complaints += [
        f"{path}: a style attribute"
        for path, text in _ours(files)
        if path.endswith(".html") and re.search(r"\sstyle\s*=", text)
    ]
    return complaints


def addresses_of_others(files: Files) -> list[str]:
    """An address of another site, in any file."""
    return [
        f"{path}: {address}"
        for path, text in _ours(files)
        for address in _ADDRESS.findall(text)
        if address not in _NO_ADDRESS
    ]


def imports_that_run_backwards(files: Files) -> list[str]:
    """lib imports lib, ui imports lib, pages import both, and no page another page."""
    return [
        f"{path} may not import {target}"
        for path, text in _scripts(files)
        for folder in [path.partition("/")[0]]
        for target in imports(path, text)
        if folder in _MAY_IMPORT and not _is_allowed(path, folder, target)
    ]


def _is_allowed(path: str, folder: str, target: str) -> bool:
    if target.partition("/")[0] in _MAY_IMPORT[folder]:
        return True
    if folder != "pages":
        return False
    own = "/".join(path.split("/")[:2]) + "/"
    return path == "pages/index.js" or target.startswith((own, *_SHARED))


def files_nobody_imports(files: Files) -> list[str]:
    """A script that main.js does not reach: nobody would load it."""
    seen, waiting = {"main.js"}, ["main.js"]
    while waiting:
        path = waiting.pop()
        for target in imports(path, files[path]):
            if target in files and target not in seen:
                seen.add(target)
                waiting.append(target)
    return [f"{path}: nobody imports it" for path, _ in _scripts(files) if path not in seen]


def imports_of_nothing(files: Files) -> list[str]:
    """An import of a file that is not there."""
    return [
        f"{path} imports {target}, which is not there"
        for path, text in _scripts(files)
        for target in imports(path, text)
        if target not in files
    ]


def pages_without_their_papers(files: Files, tests: Iterable[str], guide: str) -> list[str]:
    """A page that is not listed, or has no test, or does not stand in docs/console.md."""
    listed = _LISTED.findall(files["pages/index.js"])
    folders = {path.split("/")[1] for path in files if re.fullmatch(r"pages/\w+/page\.js", path)}
    complaints = [
        f"pages/{folder}: pages/index.js does not list it"
        for folder in sorted(folders - {folder for _, folder in listed})
    ]
    known = set(tests)
    for title, folder in listed:
        if f"tests/console/test_{folder}.py" not in known:
            complaints.append(f"pages/{folder}: there is no tests/console/test_{folder}.py")
        if f"| {title} |" not in guide:
            complaints.append(f"pages/{folder}: docs/console.md does not name {title}")
    return complaints


def imports(path: str, text: str) -> Iterator[str]:
    """The paths that a script imports, at once or later, without types."""
    for relative in _IMPORT.findall(_code(text)):
        parts = list(PurePosixPath(path).parent.parts)
        for part in PurePosixPath(relative).parts:
            if part == "..":
                parts.pop()
            elif part != ".":
                parts.append(part)
        yield "/".join(parts)


def _ours(files: Files) -> Iterator[tuple[str, str]]:
    return ((path, text) for path, text in files.items() if not path.startswith("vendor/"))


def _scripts(files: Files) -> Iterator[tuple[str, str]]:
    return ((path, text) for path, text in _ours(files) if path.endswith(".js"))


def _code(text: str) -> str:
    """Without comments, in which anything may be said."""
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)
