"""Method, path and query parameters of each operation.

Made from the OpenAPI documents of the sites by `node clients/generate.ts`. Do not edit it.
"""

from typing import NamedTuple


class Operation(NamedTuple):
    method: str
    path: str
    query: frozenset[str]
    keyed: bool
    """Whether it takes an Idempotency-Key."""


OPERATIONS: dict[str, Operation] = {
    "createAccount": Operation("POST", "/v1/accounts", frozenset(), False),
    "getAccount": Operation("GET", "/v1/account", frozenset(), False),
    "updateAccount": Operation("PATCH", "/v1/account", frozenset(), False),
    "deleteAccount": Operation("DELETE", "/v1/account", frozenset(), False),
    "listKeys": Operation("GET", "/v1/manage/keys", frozenset(), False),
    "createKey": Operation("POST", "/v1/manage/keys", frozenset(), False),
    "updateKey": Operation("PATCH", "/v1/manage/keys/{id}", frozenset(), False),
    "revokeKey": Operation("DELETE", "/v1/manage/keys/{id}", frozenset(), False),
    "replaceKey": Operation("POST", "/v1/manage/keys/{id}/replace", frozenset(), False),
    "listPosts": Operation("GET", "/v1/posts", frozenset({"topic", "country", "state", "city", "near", "within_km", "order", "mine", "status", "limit", "cursor", "starts_after", "starts_before"}), False),
    "createPost": Operation("POST", "/v1/posts", frozenset({"dry_run", "max_price_micros"}), True),
    "getPost": Operation("GET", "/v1/posts/{id}", frozenset(), False),
    "editPost": Operation("PATCH", "/v1/posts/{id}", frozenset({"dry_run", "max_price_micros"}), True),
    "deletePost": Operation("DELETE", "/v1/posts/{id}", frozenset(), False),
    "cancelPost": Operation("POST", "/v1/posts/{id}/cancel", frozenset(), False),
    "appealPost": Operation("POST", "/v1/posts/{id}/appeal", frozenset(), False),
    "getAppeal": Operation("GET", "/v1/posts/{id}/appeal", frozenset(), False),
    "search": Operation("GET", "/v1/search", frozenset({"q", "topic", "country", "state", "city", "near", "within_km", "order", "limit", "cursor", "starts_after", "starts_before"}), False),
    "reportPost": Operation("POST", "/v1/reports", frozenset(), False),
    "getReport": Operation("GET", "/v1/reports/{id}", frozenset(), False),
    "contactSeller": Operation("POST", "/v1/relay", frozenset(), False),
    "listWebhooks": Operation("GET", "/v1/webhooks", frozenset(), False),
    "createWebhook": Operation("POST", "/v1/webhooks", frozenset(), False),
    "updateWebhook": Operation("PATCH", "/v1/webhooks/{id}", frozenset(), False),
    "deleteWebhook": Operation("DELETE", "/v1/webhooks/{id}", frozenset(), False),
    "testWebhook": Operation("POST", "/v1/webhooks/{id}/test", frozenset(), False),
    "rotateWebhookSecret": Operation("POST", "/v1/webhooks/{id}/rotate", frozenset(), False),
    "listDeliveries": Operation("GET", "/v1/webhooks/{id}/deliveries", frozenset({"limit", "cursor"}), False),
    "retryDelivery": Operation("POST", "/v1/webhooks/{id}/deliveries/{msg}/retry", frozenset(), False),
    "replayWebhook": Operation("POST", "/v1/webhooks/{id}/replay", frozenset(), False),
    "listOutcomes": Operation("GET", "/v1/outcomes", frozenset({"after", "limit"}), False),
    "findPlaces": Operation("GET", "/v1/places", frozenset({"q", "lat", "lon", "country", "state"}), False),
    "getTestClock": Operation("GET", "/v1/test/clock", frozenset(), False),
    "advanceTestClock": Operation("POST", "/v1/test/clock", frozenset(), False),
    "getStatus": Operation("GET", "/v1/status", frozenset(), False),
    "getPricing": Operation("GET", "/v1/pricing", frozenset(), False),
    "getPolicy": Operation("GET", "/v1/policy", frozenset(), False),
}
