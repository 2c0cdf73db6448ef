"""What the client does, step by step and without waiting itself: both clients, with and without asyncio, run these steps.

A step is a request, whose answer comes back, or a pause in seconds.
"""

from __future__ import annotations

import json
import random
import re
import time
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from .errors import HandbillError, error_of
from .operations import OPERATIONS
from .transport import NoAnswer, Request, Response

T = TypeVar("T")
Steps = Generator[Request | float, Response | None, T]

WAIT_SECONDS = 30
"""For how long the service waits with its answer at most, where it can."""


class Answer(NamedTuple):
    json: Any
    retry_after_seconds: int | None


@dataclass
class Settings:
    """The settings of a client; times in seconds."""

    base_url: str
    api_key: str | None
    retries: int
    first_pause: float
    longest_pause: float
    timeout: float
    waits: bool = True
    """Whether the service takes ``wait``; older ones refuse it as an unknown parameter."""

    def __post_init__(self) -> None:
        if urlsplit(self.base_url).scheme not in ("http", "https"):
            raise ValueError(f"base_url: {self.base_url} is no http or https URL")
        self.base_url = self.base_url.rstrip("/")


def answer(
    settings: Settings,
    operation_id: str,
    *,
    path: Mapping[str, str] | None = None,
    query: Mapping[str, Any] | None = None,
    headers: Mapping[str, str | None] | None = None,
    body: Any = None,
    wait: float = 0,
) -> Steps[Answer]:
    """Sends a request until it is answered; raises HandbillError."""
    operation = OPERATIONS[operation_id]
    asked = _texts(query)
    at = re.sub(r"\{(\w+)\}", lambda match: quote(str((path or {})[match[1]]), safe=""), operation.path)
    sent = {"accept": "application/json, application/problem+json"}
    if settings.api_key is not None:
        sent["authorization"] = f"Bearer {settings.api_key}"
    if body is not None:
        sent["content-type"] = "application/json"
    if operation.keyed and asked.get("dry_run") != "true":
        sent["idempotency-key"] = str(uuid.uuid4())
    request = Request(
        operation.method,
        settings.base_url + at + (f"?{urlencode(asked)}" if asked else ""),
        {**sent, **_texts(headers)},
        None if body is None else json.dumps(body).encode(),
        settings.timeout + wait,
    )
    repeatable = operation.method != "POST" or operation.keyed
    for repeat in range(settings.retries + 1):
        try:
            return (yield from _once(request))
        except HandbillError as error:
            pause = _pause_before(repeat, error, settings)
            if repeat == settings.retries or not _may_repeat(error, repeatable) or pause > settings.longest_pause:
                raise
        yield pause
    raise AssertionError("a request is answered or refused")


def _once(request: Request) -> Steps[Answer]:
    try:
        response = yield request
    except NoAnswer as error:
        raise HandbillError("no_answer", str(error), retryable=True) from error
    assert response is not None
    header = response.headers.get("retry-after", "")
    retry_after = int(header) if re.fullmatch(r"[0-9]{1,9}", header) else None
    try:
        parsed = json.loads(response.body)
    except ValueError:
        parsed = None
    if response.status >= 300:
        raise error_of(response.status, parsed, retry_after)
    if parsed is None:
        detail = f"The answer to {request.method} {request.url} is no JSON."
        raise HandbillError("unexpected_answer", detail, status=response.status)
    return Answer(parsed, retry_after)


def _may_repeat(error: HandbillError, repeatable: bool) -> bool:
    """A request that the service has refused for now did nothing. A request without an answer may have done everything."""
    if error.status == 429 or error.code == "idempotency_in_progress":
        return error.retryable
    unclear = error.code == "unexpected_answer" and error.retryable
    return repeatable and (error.code in ("no_answer", "overloaded") or unclear)


def _pause_before(repeat: int, error: HandbillError, settings: Settings) -> float:
    if error.retry_after_seconds is not None:
        return error.retry_after_seconds
    return min(settings.first_pause * 2**repeat, settings.longest_pause) * random.uniform(0.5, 1)


def paid(
    settings: Settings,
    operation_id: str,
    body: Any,
    *,
    path: Mapping[str, str] | None = None,
    idempotency_key: str | None = None,
    max_price_micros: int | None = None,
    dry_run: bool = False,
) -> Steps[Any]:
    """A post, an edit, or the dry run of one."""
    query = {"dry_run": dry_run or None, "max_price_micros": max_price_micros}
    headers = {"idempotency-key": idempotency_key}
    return (yield from answer(settings, operation_id, path=path, query=query, headers=headers, body=body)).json


def waiting(settings: Settings, operation_id: str, seconds: float, **asked: Any) -> Steps[Answer]:
    """As ``answer``, and lets the service wait with its answer where it can."""
    wait = int(min(seconds, WAIT_SECONDS))
    if not settings.waits or wait < 1:
        return (yield from answer(settings, operation_id, **asked))
    query = {**(asked.get("query") or {}), "wait": wait}
    try:
        return (yield from answer(settings, operation_id, **{**asked, "query": query}, wait=wait))
    except HandbillError as error:
        if error.code != "invalid" or not any(each.startswith("/wait") for each in error.errors):
            raise
    settings.waits = False
    return (yield from answer(settings, operation_id, **asked))


def decision(settings: Settings, id: str, timeout: float, people: bool, first_pause: float) -> Steps[Any]:
    """Asks for a post until the post and its latest edit are decided, or the time is over."""
    undecided = {"queued", "review", "awaiting_owner"} if people else {"queued"}
    ends_at = time.monotonic() + timeout
    asked = 0
    while True:
        asked_at = time.monotonic()
        # The service waits for people too: without them a longer wait would hold back the news that a person decides.
        wait = min(WAIT_SECONDS if people else 2**asked, ends_at - asked_at)
        post, retry_after = yield from waiting(settings, "getPost", wait, path={"id": id})
        if "status" not in post:
            raise HandbillError("not_found", f"{id} is no post of this key.")
        states = {post["status"], post.get("edit", {}).get("status")}
        now = time.monotonic()
        if not states & undecided or now >= ends_at:
            return post
        longest = 60 if retry_after is None else retry_after
        pause = min(first_pause * 2**asked, longest) - (now - asked_at)
        yield max(0.0, min(pause, ends_at - now))
        asked += 1


def _texts(members: Mapping[str, Any] | None) -> dict[str, str]:
    """The members that have a value, as texts."""
    given = {name: value for name, value in (members or {}).items() if value is not None}
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in given.items()}
