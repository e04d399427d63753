"""DELETE /api/v1/resources/queues/<queue>: delete a queue."""

from __future__ import annotations

from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path
from pydantic import BaseModel

from functions.http import Api, answer, errors
from functions.roles import Role, needs
from functions.runtime import queues
from regent.names import QueueName

app = Api()
handler = app.handler
queues()


class DeleteAnswer(BaseModel):
    """``existed``: whether there was such a queue."""

    deleted: bool
    queue: str
    existed: bool


@app.delete(
    "/api/v1/resources/queues/<queue>",
    summary="Delete a queue",
    responses={
        200: {
            "description": "The queue is gone, whether it was there or not",
            "content": {"application/json": {"model": DeleteAnswer}},
        },
        **errors(),
    },
)
@needs(Role.ADMIN)
def delete_queue(queue: Annotated[QueueName, Path()]) -> Response[Any]:
    """Delete a queue with its messages, cursors and dead letters. Subscriptions stay on record."""
    existed = queues().delete_queue(queue)
    return answer(200, {"deleted": True, "queue": queue, "existed": existed})
