"""GET /console…: the web console's files, the same for everybody, and its configuration."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path
from pydantic import BaseModel

from functions.console.files import Application, read_application
from functions.edge.compression import takes_gzip
from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.stores import settings
from regent import __version__
from regent.errors import NotFound, RegentError, StaleRelease
from regent.names import Name

#: Requests that a page may have in flight: a new account has ten Lambdas, and consumers need them.
MAX_IN_FLIGHT: Final = 4


class Console(Api):
    """Answers with the headers that a browser obeys, refusals too. A page's address is its state,
    so its parameters are the page's and no route's."""

    def _check_query(self, route: Any) -> None:
        pass

    def _refuse(self, error: RegentError) -> Response[Any]:
        refused = super()._refuse(error)
        refused.headers |= {**headers(), "Cache-Control": "no-store"}
        return refused


app = Console()
handler = app.handler


class LoginAnswer(BaseModel):
    """How to log in: not at all, by a pasted token, or with an OpenID issuer."""

    mode: Literal["none", "paste", "oidc"]
    clientId: str | None = None
    authorizeUrl: str | None = None
    tokenUrl: str | None = None
    logoutUrl: str | None = None
    scopes: str | None = None


class ConfigAnswer(BaseModel):
    """The console's configuration. ``databasePauses``: it refreshes by hand only."""

    apiBase: str
    version: str
    label: str
    tone: str
    databasePauses: bool
    maxInFlight: int
    login: LoginAnswer


_PAGE: Final[Any] = {200: {"description": "The console's page", "content": {"text/html": {}}}}
_FILE: Final[Any] = {
    200: {"description": "The file", "content": {"text/javascript": {}, "text/css": {}}}
}
#: Of a route without a database: a name that is none, and a file that is not there.
_REFUSED: Final[Any] = {status: errors(StaleRelease)[status] for status in (400, 404)}


@app.get(
    "/console/config.json",
    summary="The console's configuration",
    responses=described("The configuration", ConfigAnswer),
)
@needs(Role.PUBLIC)
def read_config() -> Response[Any]:
    """The label, the version and how to log in. It holds no secret."""
    chosen = settings()
    config = ConfigAnswer(
        apiBase="",
        version=__version__,
        label=chosen.console_label or chosen.service,
        tone=chosen.console_tone,
        databasePauses=chosen.database_pauses,
        maxInFlight=MAX_IN_FLIGHT,
        login=_login(),
    )
    found = answer(200, config.model_dump())
    found.headers |= {**headers(), "Cache-Control": "no-cache"}
    return found


@app.get("/console", summary="The console", responses=_PAGE)
@needs(Role.PUBLIC)
def console() -> Response[Any]:
    """The page of the console, without a slash at the end of its address."""
    return _file(application(), "index.html", "no-cache")


@app.get("/console/", summary="The console's Overview", responses=_PAGE)
@needs(Role.PUBLIC)
def console_root() -> Response[Any]:
    """The page of the console."""
    return _file(application(), "index.html", "no-cache")


@app.get(
    "/console/-/<release>/<file>",
    summary="A file of the console",
    responses=_FILE | _REFUSED,
)
@needs(Role.PUBLIC)
def read_file(release: Annotated[Name, Path()], file: Annotated[Name, Path()]) -> Response[Any]:
    """A file never changes: another release has another address."""
    found = application()
    if release != found.release:
        raise StaleRelease(
            f"release {release} of the console is not served any more; reload the page",
            {"release": found.release},
        )
    if file not in found.files or file == "index.html":
        raise NotFound(f"the console has no file {file}")
    return _file(found, file, "public, max-age=31536000, immutable")


@app.get(
    "/console/<page>",
    summary="A page of the console",
    responses=_PAGE | {400: _REFUSED[400]},
)
@needs(Role.PUBLIC)
def console_page(page: Annotated[Name, Path()]) -> Response[Any]:  # noqa: ARG001 - the page knows
    """The same page for each address: the page itself knows its addresses."""
    return _file(application(), "index.html", "no-cache")


@cache
def application() -> Application:
    """The files, read and compressed once."""
    return read_application()


def _file(of: Application, name: str, caching: str) -> Response[Any]:
    file = of.files[name]
    sent = {**headers(), "Cache-Control": caching, "Vary": "Accept-Encoding"}
    packed = takes_gzip(app.current_event.headers.get("accept-encoding") or "")
    if packed:
        sent["Content-Encoding"] = "gzip"
    found = Response(200, file.media_type, file.packed if packed else file.plain, sent)
    found.base64_encoded = True
    return found


def _login() -> LoginAnswer:
    chosen = settings()
    if not chosen.auth_required:
        return LoginAnswer(mode="none")
    if chosen.console_client_id is None:
        return LoginAnswer(mode="paste")
    return LoginAnswer(
        mode="oidc",
        clientId=chosen.console_client_id,
        authorizeUrl=chosen.console_authorize_url,
        tokenUrl=chosen.console_token_url,
        logoutUrl=chosen.console_logout_url,
        scopes=chosen.console_scopes,
    )


@cache
def headers() -> Mapping[str, str]:
    """What a browser may do with an answer of this room."""
    return {
        "Content-Security-Policy": _policy(settings().console_token_url),
        "X-Frame-Options": "DENY",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "clipboard-write=(self)",
        # A Lambda answers over https only; localhost has none.
        **(
            {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}
            if settings().on_lambda
            else {}
        ),
    }


def _policy(token_url: str | None) -> str:
    """Scripts and styles of ours, requests to ours and to the issuer's token endpoint, and no text
    that becomes markup."""
    connect = "'self'"
    if token_url:
        scheme, host, *_ = urlsplit(token_url)
        connect += f" {scheme}://{host}"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        f" connect-src {connect}; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
        " require-trusted-types-for 'script'; trusted-types 'none'"
    )
