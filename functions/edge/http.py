"""The HTTP edge: the one place in which requests are refused and answers are written."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

import orjson
from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.exceptions import RequestValidationError
from aws_lambda_powertools.utilities.typing import LambdaContext
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import to_json

from functions.edge.audit import around, change_of
from functions.edge.calls import Call
from functions.edge.compression import compress
from functions.edge.counting import counted, write_if_due
from functions.edge.resolver import Answer, Event, with_json_body
from functions.edge.roles import Role, admit, role_needed, seen_by
from functions.edge.short_way import ShortWayResolver
from functions.edge.suggestions import unknown
from functions.edge.telemetry import count, instrumented, logger
from functions.handlers import HOT_MODULES
from functions.stores import settings
from regent.changes import Change, noting
from regent.errors import (
    Busy,
    DiskFull,
    EncryptionUnavailable,
    InvalidRequest,
    NotFound,
    PayloadTooLarge,
    RegentError,
)
from regent.limits import MAX_NAME_LENGTH
from regent.masks import Sight, seeing
from regent.names import Label, check_path, checked_client
from regent.sentences import explained

logger()
# At DEBUG Powertools logs each request, payloads included.
logging.getLogger("aws_lambda_powertools").setLevel(logging.INFO)

Function = TypeVar("Function", bound=Callable[..., Any])

_NONE: Final[Mapping[str, str | list[str]]] = {}
#: The header with the id by which the log knows a request; a refusal has it in its body, too.
_REQUEST_ID: Final = "regent-request-id"
#: Sentences in a refusal.
_MOST_TOLD: Final = 5
_SUBJECT: Final = TypeAdapter[str | None](Label | None)


class ErrorAnswer(BaseModel):
    """The body of every error, of every route."""

    error: str
    code: str
    detail: dict[str, Any] | None = None
    requestId: str
    #: The code again: only in answers of topics and members, whose published clients read this one.
    errorCode: str | None = None


class Api(ShortWayResolver):
    """A handler of the API: routes, refusals, and the Lambda handler."""

    def __init__(self, *, repeats_code: bool = False, known_fields: Iterable[str] = ()) -> None:
        """``known_fields``: of the things that a request may hold no other fields of."""
        super().__init__()
        self._repeats_code = repeats_code
        self._known_fields = tuple(known_fields)
        self.exception_handler(RegentError)(self._refuse)
        self.exception_handler(RequestValidationError)(self._refuse_invalid)
        self.exception_handler(Exception)(self._refuse_unexpected)

    def handler(self, event: Event, context: LambdaContext) -> Answer:
        """The function that Lambda calls."""
        return instrumented(self._handle)(event, context)

    @property
    def subject(self) -> str | None:
        """The caller's name, from the token and never from the body."""
        subject = (self.call.claims or {}).get("sub")
        try:
            return _SUBJECT.validate_python(subject) or None
        except ValidationError:
            # A shortened name could be another producer's.
            raise InvalidRequest(
                "the token's sub cannot be stored: it takes a text of at most"
                f" {MAX_NAME_LENGTH} characters, without NUL"
            ) from None

    @property
    def client(self) -> str | None:
        """The name that the client gave itself."""
        return checked_client(self.call.client)

    def audited(self, function: Function) -> Function:
        """Mark a route that changes something: who asked for it is noted with the change."""

        def run(given: dict[str, Any]) -> Any:
            with noting(self._change(function.__name__.removesuffix("_named"), given)):
                return function(**given)

        marked = around(function, run)
        marked.is_audited = True
        return marked  # type: ignore[no-any-return]

    def shows_payloads(self, function: Function) -> Function:
        """Mark a route that shows payloads, and hides what its caller may not see. With ``reveal``
        it hides nothing from a caller who may write, and notes that."""

        def run(given: dict[str, Any]) -> Any:
            reveals = given["query"].reveal
            if reveals:
                admit(self.call.claims, Role.READ_WRITE)
            sight = Sight(seen_by(self.call.claims), reveals)
            change = self._change("reveal", given) if reveals else None
            with seeing(sight), noting(change):
                return function(**given)

        marked = around(function, run)
        marked.shows_payloads = True
        return marked  # type: ignore[no-any-return]

    def _change(self, action: str, given: Mapping[str, Any]) -> Change | None:
        return change_of(action, given, self.subject or self.call.signer, self.call.request_id)

    def check_payloads(self, items: Sequence[Mapping[str, object]]) -> None:
        """Refuse a payload over its limit. Payloads are measured only if the request is that
        large."""
        limit = settings().max_message_bytes
        if self.call.body_length * 4 <= limit:
            return
        for index, item in enumerate(items):
            size = len(to_json(item.get("payload"), inf_nan_mode="constants"))
            if size > limit:
                raise PayloadTooLarge(
                    f"the payload of item {index} is {size} bytes, more than {limit}",
                    {"index": index, "bytes": size, "maxBytes": limit},
                )

    def refused(self, error: Exception) -> Response[Any]:
        """A refusal, or a 500 whose cause only the log has."""
        if isinstance(error, RegentError):
            return self._refuse(error)
        return self._refuse_unexpected(error)

    def _handle(self, event: Event, context: LambdaContext) -> Answer:
        answer = self.handle_shortly(event, context)
        if answer is None:
            answer = self.answer_at_length(event, context)
        write_if_due()
        return answer

    def answer_at_length(self, event: Event, context: LambdaContext) -> Answer:
        """Answer an event the long way, through Powertools."""
        unreadable = None
        try:
            prepared = with_json_body(event, settings().max_request_bytes)
        except RegentError as error:
            # Only callers that may use the route are told.
            unreadable = error
            prepared = {**event, "body": None, "isBase64Encoded": False}
        self.call = Call.of_event(prepared, context)
        self.context["unreadable"] = unreadable
        return self.resolve(prepared, context)

    def _resolve(self) -> Any:
        try:
            check_path(self.current_event.path)
        except RegentError as error:
            return self._response_builder_class(
                response=self._refuse(error), serializer=self._serializer
            )
        return super()._resolve()

    def _call_route(self, route: Any, route_arguments: dict[str, str]) -> Any:
        """Check the caller's role before anything of the request is looked at."""
        try:
            admit(self.call.claims, role_needed(route.func))
            self._check_query(route)
            if unreadable := self.context.get("unreadable"):
                raise unreadable
        except RegentError as error:
            return self._response_builder_class(
                response=self._refuse(error), serializer=self._serializer, route=route
            )
        answered = super()._call_route(route, route_arguments)
        if route.func.__module__ not in HOT_MODULES:
            answered.response.headers[_REQUEST_ID] = self.call.request_id
            compress(answered.response, self.current_event.headers.get("accept-encoding"))
        if not getattr(route.func, "counts", False):
            counted(answered.response, self.call)
        return answered

    def _handle_not_found(self, method: str, path: str) -> Any:
        """Answer 404 without asking for a role. Powertools would answer by a route of its own,
        which has no role."""
        refused = self._refuse(NotFound(f"there is no {method} {path}"))
        return self._response_builder_class(response=refused, serializer=self._serializer)

    def _check_query(self, route: Any) -> None:
        """Refuse a query parameter that the route does not have: under a misspelt name a request
        would mean something else, and `?group=` would pop as another group."""
        given = self.current_event.query_string_parameters or {}
        if given:
            known = [name for field in route.dependant.query_params for name in _query_names(field)]
            for name in given:
                if name not in known:
                    raise InvalidRequest(f"{name[:60]}: {unknown('query parameter', name, known)}")

    def _request(self) -> dict[str, str]:
        """A request's fields in the log: a client finds the log lines by its answer's requestId."""
        return {"requestId": self.call.request_id}

    def _refuse(self, error: RegentError) -> Response[Any]:
        if error.status >= 500:
            self.log_refusal(error)
        if isinstance(error, EncryptionUnavailable):
            count("KeysRefused")
        headers: dict[str, str | list[str]] = {**error.headers}
        if error.retry_after_seconds is not None:
            headers["Retry-After"] = str(error.retry_after_seconds)
        body = self._error_body(error)
        return Response(error.status, "application/json", body, headers)

    def log_refusal(self, error: RegentError) -> None:
        """With the words that its client does not get."""
        logger().error(str(error), extra={"code": error.code, **self._request()})

    def _error_body(self, error: RegentError) -> str:
        body: dict[str, Any] = {"error": error.message, "code": error.code, **self._request()}
        if error.detail is not None:
            body["detail"] = dict(error.detail)
        if self._repeats_code:
            body["errorCode"] = error.code
        return orjson.dumps(body).decode()

    def _refuse_invalid(self, error: RequestValidationError) -> Response[Any]:
        problems = error.errors()
        sentences = explained(problems, self._sent(problems), most=_MOST_TOLD, named=self._named)
        return self._refuse(InvalidRequest("; ".join(sentences), {"problems": len(problems)}))

    def _named(self, problem: Mapping[str, Any]) -> Mapping[str, Any]:
        if problem["type"] != "extra_forbidden":
            return problem
        words = unknown("field", str(problem["loc"][-1]), self._known_fields)
        return {**problem, "type": "unknown_field", "msg": words, "input": {}}

    def _sent(self, problems: Sequence[Mapping[str, Any]]) -> Any:
        """The body, when the problems are in it. Powertools looks into it last, and alone."""
        return self.current_event.json_body if problems[0]["loc"][:1] == ("body",) else None

    def _refuse_unexpected(self, error: Exception) -> Response[Any]:
        logger().error("unexpected error", exc_info=error, extra=self._request())
        return self._refuse(_Unexpected("something went wrong here; the log has the request id"))


class _Unexpected(RegentError):
    """An error that we did not expect. Only the log has its cause."""

    code = "INTERNAL"


def answer(status: int, body: object) -> Response[Any]:
    """A JSON answer."""
    return Response(status, "application/json", orjson.dumps(body).decode())


def nothing(headers: Mapping[str, str | list[str]] = _NONE) -> Response[Any]:
    """204: there is nothing to hand out."""
    return Response(204, headers={**headers})


def described(words: str, model: Any, status: int = 200) -> dict[int, Any]:
    """An answer of a route, for OpenAPI."""
    return {status: {"description": words, "content": {"application/json": {"model": model}}}}


def errors(*kinds: type[RegentError]) -> dict[int, Any]:
    """The refusals of a route, for OpenAPI."""
    every: tuple[type[RegentError], ...] = (InvalidRequest, Busy, DiskFull, *kinds)
    return {
        kind.status: {
            "description": (kind.__doc__ or "").split("\n")[0],
            "content": {"application/json": {"model": ErrorAnswer}},
        }
        for kind in every
    }


def _query_names(field: Any) -> list[str]:
    """The parameters that a route's model reads, under the names that travel."""
    fields = getattr(field.type_, "model_fields", None)
    if fields is None:
        return [field.alias]
    return [info.alias or name for name, info in fields.items()]
