"""Sends one request: by httpx where it is installed, otherwise by the standard library."""

from __future__ import annotations

import asyncio
import http.client
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

try:
    import httpx
except ImportError:
    httpx = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None
    timeout_seconds: float


@dataclass(frozen=True)
class Response:
    status: int
    headers: Mapping[str, str]
    """With names in lower case."""
    body: bytes


class NoAnswer(Exception):
    """The request may have arrived, and may not."""


class Transport(Protocol):
    def send(self, request: Request) -> Response: ...

    def close(self) -> None: ...


class AsyncTransport(Protocol):
    async def send(self, request: Request) -> Response: ...

    async def close(self) -> None: ...


def open_transport() -> Transport:
    return HttpxTransport() if httpx else UrllibTransport()


def open_async_transport() -> AsyncTransport:
    return AsyncHttpxTransport() if httpx else ThreadTransport(UrllibTransport())


class UrllibTransport:
    """The standard library alone. A redirect is an answer like any other."""

    def __init__(self) -> None:
        class NoRedirect(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *args: Any, **kwargs: Any) -> None:
                return None

        self._opener = urllib.request.build_opener(NoRedirect)

    def send(self, request: Request) -> Response:
        sent = urllib.request.Request(request.url, request.body, dict(request.headers), method=request.method)
        try:
            try:
                answer = self._opener.open(sent, timeout=request.timeout_seconds)
            except urllib.error.HTTPError as error:
                answer = error
            with answer:
                return Response(answer.status, _lower(answer.headers), answer.read())
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer(f"No answer from {request.url}: {error}") from error

    def close(self) -> None:
        self._opener.close()


class ThreadTransport:
    """Another transport, in threads."""

    def __init__(self, inner: Transport) -> None:
        self._inner = inner

    async def send(self, request: Request) -> Response:
        return await asyncio.to_thread(self._inner.send, request)

    async def close(self) -> None:
        self._inner.close()


class HttpxTransport:
    def __init__(self) -> None:
        self._client = httpx.Client()

    def send(self, request: Request) -> Response:
        try:
            answer = self._client.request(**_arguments(request))
        except httpx.TransportError as error:
            raise _no_answer(request, error) from error
        return Response(answer.status_code, _lower(answer.headers), answer.content)

    def close(self) -> None:
        self._client.close()


class AsyncHttpxTransport:
    def __init__(self) -> None:
        self._client = httpx.AsyncClient()

    async def send(self, request: Request) -> Response:
        try:
            answer = await self._client.request(**_arguments(request))
        except httpx.TransportError as error:
            raise _no_answer(request, error) from error
        return Response(answer.status_code, _lower(answer.headers), answer.content)

    async def close(self) -> None:
        await self._client.aclose()


def _arguments(request: Request) -> dict[str, Any]:
    return {
        "method": request.method,
        "url": request.url,
        "headers": dict(request.headers),
        "content": request.body,
        "timeout": request.timeout_seconds,
    }


def _no_answer(request: Request, error: Exception) -> NoAnswer:
    return NoAnswer(f"No answer from {request.url}: {error or type(error).__name__}")


def _lower(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
