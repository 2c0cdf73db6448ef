"""Signs and verifies deliveries of webhooks by the scheme of Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from .errors import HandbillError
from .types import WebhookEvent


class VerifiedWebhook(NamedTuple):
    id: str
    """The same in every attempt: drop a delivery whose id you have seen."""
    sent_at: datetime
    """When this attempt was sent."""
    event: WebhookEvent


def verify_webhook(
    headers: Mapping[str, str],
    raw_body: bytes | str,
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: int = 300,
    now: float | None = None,
) -> VerifiedWebhook:
    """Checks that a delivery was signed with the secret, or with one of several: while a secret is replaced both are valid.

    ``raw_body`` is the body as it arrived, before any parser. Raises HandbillError with the code ``bad_signature``; answer that
    with 400.
    """
    given = {name.lower(): value for name, value in headers.items()}
    id, timestamp, signatures = (given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not id or not timestamp or not signatures:
        raise _bad("The headers of a signed delivery are missing.")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise _bad("webhook-timestamp is no number of seconds.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise _bad("The delivery is too old, or the clock is wrong.")
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    candidates = [text[3:].encode() for text in signatures.split(" ")[:10] if text.startswith("v1,")]
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        right = _signature(id, timestamp, body, secret)
        if any(hmac.compare_digest(right, each) for each in candidates):
            return VerifiedWebhook(id, datetime.fromtimestamp(int(timestamp), UTC), json.loads(body))
    raise _bad("No signature of the delivery was made with the secret.")


def sign_webhook(id: str, sent_at: float, raw_body: bytes | str, secret: str) -> dict[str, str]:
    """The headers of a delivery that is sent at a time, in seconds since 1970: for tests of a receiver."""
    timestamp = str(int(sent_at))
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    signature = _signature(id, timestamp, body, secret).decode()
    return {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": f"v1,{signature}"}


def _signature(id: str, timestamp: str, body: bytes, secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("secret: it takes the secret of the endpoint, whsec_ and base64")
    return base64.b64encode(hmac.digest(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256))


def _bad(detail: str) -> HandbillError:
    return HandbillError("bad_signature", detail)
