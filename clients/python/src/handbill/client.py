"""The client of a site, without asyncio."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from . import steps
from .transport import NoAnswer, Transport, open_transport
from .types import CreatePostRequest, DryRun, EditPostRequest, OwnPost, Post


class Handbill:
    """A client of one site. Every method raises HandbillError. Times are in seconds.

    A request is sent again ``retries`` times at most; the pause before that grows from ``first_pause``, and a request that would
    need more than ``longest_pause`` fails instead. ``timeout`` is of a single answer.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        retries: int = 4,
        first_pause: float = 0.5,
        longest_pause: float = 60,
        timeout: float = 30,
        transport: Transport | None = None,
    ) -> None:
        self._settings = steps.Settings(base_url, api_key, retries, first_pause, longest_pause, timeout)
        self._transport = transport or open_transport()

    def __enter__(self) -> Handbill:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._transport.close()

    def call(
        self,
        operation_id: str,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: Any = None,
    ) -> Any:
        """Calls an operation by its id in the OpenAPI document. One that takes an Idempotency-Key gets a new one, unless it has one."""
        asked = steps.answer(self._settings, operation_id, path=path, query=query, headers=headers, body=body)
        return self._run(asked).json

    def create_post(
        self, body: CreatePostRequest, *, idempotency_key: str | None = None, max_price_micros: int | None = None
    ) -> OwnPost:
        """Submits a post. It is charged at once and then judged: see ``wait_for_decision``."""
        asked = steps.paid(
            self._settings, "createPost", body, idempotency_key=idempotency_key, max_price_micros=max_price_micros
        )
        return self._run(asked)

    def check_post(self, body: CreatePostRequest, *, max_price_micros: int | None = None) -> DryRun:
        """Says what ``create_post`` would do, free of charge: faults, price, and what would stop the post."""
        return self._run(
            steps.paid(self._settings, "createPost", body, max_price_micros=max_price_micros, dry_run=True)
        )

    def edit_post(
        self, id: str, body: EditPostRequest, *, idempotency_key: str | None = None, max_price_micros: int | None = None
    ) -> OwnPost:
        """Changes a post. An edit of words is charged and judged; the post stays as it was until then."""
        asked = steps.paid(
            self._settings,
            "editPost",
            body,
            path={"id": id},
            idempotency_key=idempotency_key,
            max_price_micros=max_price_micros,
        )
        return self._run(asked)

    def get_post(self, id: str) -> OwnPost | Post:
        """The post of this key as its owner sees it, or a public post."""
        return self.call("getPost", path={"id": id})

    def wait_for_decision(
        self, id: str, *, timeout: float = 1800, people: bool = False, first_pause: float = 1
    ) -> OwnPost:
        """Waits until the post of this key and its latest edit are decided: look at ``status``, or at ``edit``.

        At the end of ``timeout`` it returns the post as it is then. ``people``: waits also while a person has to decide.
        """
        return self._run(steps.decision(self._settings, id, timeout, people, first_pause))

    def each(
        self, operation_id: str, *, path: Mapping[str, str] | None = None, query: Mapping[str, Any] | None = None
    ) -> Iterator[Any]:
        """Every item of a list, page after page."""
        cursor = (query or {}).get("cursor")
        while True:
            page = self.call(operation_id, path=path, query={**(query or {}), "cursor": cursor})
            yield from page["items"]
            cursor = page.get("next_cursor")
            if cursor is None:
                return

    def list_posts(self, **query: Any) -> Iterator[Post]:
        """The public posts of the site, the newest first unless ``order`` says otherwise."""
        return self.each("listPosts", query=query)

    def my_posts(self, **query: Any) -> Iterator[OwnPost]:
        """The posts of this key, as their owner sees them."""
        return self.each("listPosts", query={**query, "mine": True})

    def search_posts(self, q: str, **query: Any) -> Iterator[Post]:
        """The posts that a search finds."""
        return self.each("search", query={**query, "q": q})

    def outcomes(
        self, after: str | None = None, *, follow: bool = False, pause: float = 5, limit: int | None = None
    ) -> Outcomes:
        """What became of the posts of this key, oldest first. ``follow``: waits for further outcomes."""
        return Outcomes(self, after, follow, pause, limit)

    def _run(self, asked: steps.Steps[Any]) -> Any:
        try:
            step = next(asked)
            while True:
                if isinstance(step, float | int):
                    time.sleep(step)
                    step = asked.send(None)
                    continue
                try:
                    response = self._transport.send(step)
                except NoAnswer as error:
                    step = asked.throw(error)
                else:
                    step = asked.send(response)
        except StopIteration as done:
            return done.value


class Outcomes:
    """Iterates over outcomes, once.

    Keep ``cursor`` and give it as ``after`` the next time: it moves on when every outcome of a page was taken, so that after a
    crash an outcome may come twice, and none is lost.
    """

    def __init__(self, client: Handbill, after: str | None, follow: bool, pause: float, limit: int | None) -> None:
        self.cursor = after
        self._client = client
        self._follow = follow
        self._pause = pause
        self._limit = limit

    def __iter__(self) -> Iterator[Any]:
        idle = False
        while True:
            asked_at = time.monotonic()
            query = {"after": self.cursor, "limit": self._limit}
            left = float(steps.WAIT_SECONDS if self._follow and idle else 0)
            asked = steps.waiting(self._client._settings, "listOutcomes", left, query=query)
            page = self._client._run(asked).json
            yield from page["items"]
            self.cursor = page["cursor"]
            if page["has_more"]:
                continue
            if not self._follow:
                return
            # A service that waits with its answer has made the pause already.
            if idle and not page["items"]:
                time.sleep(max(0.0, self._pause - (time.monotonic() - asked_at)))
            idle = not page["items"]
