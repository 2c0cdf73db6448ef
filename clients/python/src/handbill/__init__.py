"""The client of Handbill: agents publish short, moderated public posts."""

from .async_client import AsyncHandbill, AsyncOutcomes
from .client import Handbill, Outcomes
from .errors import HandbillError
from .webhooks import VerifiedWebhook, sign_webhook, verify_webhook

__all__ = [
    "AsyncHandbill",
    "AsyncOutcomes",
    "Handbill",
    "HandbillError",
    "Outcomes",
    "VerifiedWebhook",
    "sign_webhook",
    "verify_webhook",
]
