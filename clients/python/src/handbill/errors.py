"""The error of every call that does not succeed: the problem of the service, or what stood in the way of an answer."""

from __future__ import annotations

from typing import Any, cast

from .types import AbusiveText, Blocking, Problem


class HandbillError(Exception):
    """Decide by ``code``; the text is for people.

    Beside the codes of problems there are ``abuse`` (a fixed rule found abuse, and ``post`` is the rejected post), ``no_answer``
    (the service could not be reached, or answered too late) and ``unexpected_answer`` (the answer is none of the service's).
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        status: int = 0,
        retryable: bool | None = None,
        retry_after_seconds: int | None = None,
        problem: Problem | None = None,
        post: AbusiveText | None = None,
    ) -> None:
        known = cast("dict[str, Any]", problem or {})
        super().__init__(f"{code}: " + "\n".join(known.get("errors") or [detail]))
        self.code = code
        self.detail = detail
        """What went wrong this time."""
        self.status = status
        """The HTTP status; 0 without an answer."""
        self.errors: list[str] = known.get("errors", [])
        """Every fault of an invalid request, each beginning with a JSON pointer."""
        self.fix: str | None = known.get("fix")
        """What to do about it, if the service has said so."""
        self.retryable: bool = known.get("retryable", False) if retryable is None else retryable
        """Whether the same request may succeed when it is sent again."""
        self.retry_after_seconds = retry_after_seconds
        self.blocking: Blocking | None = _blocking_of(known) if known.get("for_human") else None
        """What only the owner of the account can clear away, with the link for it."""
        self.message_for_owner: str | None = known.get("message_for_owner")
        """One sentence for the owner, to be forwarded as it is."""
        self.request_id: str | None = known.get("request_id")
        self.problem = problem
        """The whole problem, with ``proposal``, ``candidates`` and what else the service adds."""
        self.post = post
        """The post that a fixed rule found to be abuse: it is rejected and charged."""


def _blocking_of(problem: dict[str, Any]) -> Blocking:
    further = ("account_url", "for_human", "message_for_owner", "contact")
    members = {name: problem[name] for name in further if name in problem}
    return cast(Blocking, {"code": problem["code"], "message": problem["detail"], **members})


def error_of(status: int, body: Any, retry_after_seconds: int | None) -> HandbillError:
    """The error of an answer with a status of 300 or more."""
    facts: dict[str, Any] = {"status": status, "retry_after_seconds": retry_after_seconds}
    if isinstance(body, dict) and isinstance(body.get("code"), str) and isinstance(body.get("detail"), str):
        if body["code"] == "abuse":
            return HandbillError("abuse", body["detail"], retryable=False, post=cast(AbusiveText, body), **facts)
        return HandbillError(body["code"], body["detail"], problem=cast(Problem, body), **facts)
    # The rate limit of the platform answers in plain text.
    if status == 429:
        return HandbillError("rate_limited", "Too many requests at once.", retryable=True, **facts)
    detail = f"The answer has the status {status} and is no problem of the service."
    return HandbillError("unexpected_answer", detail, retryable=status >= 502, **facts)
