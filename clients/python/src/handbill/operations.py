"""Method and path of each operation.

Made from the OpenAPI documents of the sites by `node clients/generate.ts`. Do not edit it.
"""

from typing import NamedTuple


class Operation(NamedTuple):
    method: str
    path: str
    keyed: bool
    """Whether it takes an Idempotency-Key."""


OPERATIONS: dict[str, Operation] = {
    "createAccount": Operation("POST", "/v1/accounts", False),
    "getAccount": Operation("GET", "/v1/account", False),
    "updateAccount": Operation("PATCH", "/v1/account", False),
    "deleteAccount": Operation("DELETE", "/v1/account", False),
    "listKeys": Operation("GET", "/v1/manage/keys", False),
    "createKey": Operation("POST", "/v1/manage/keys", False),
    "updateKey": Operation("PATCH", "/v1/manage/keys/{id}", False),
    "revokeKey": Operation("DELETE", "/v1/manage/keys/{id}", False),
    "replaceKey": Operation("POST", "/v1/manage/keys/{id}/replace", False),
    "restoreKey": Operation("POST", "/v1/manage/keys/{id}/restore", False),
    "listPosts": Operation("GET", "/v1/posts", False),
    "createPost": Operation("POST", "/v1/posts", True),
    "getPost": Operation("GET", "/v1/posts/{id}", False),
    "editPost": Operation("PATCH", "/v1/posts/{id}", True),
    "deletePost": Operation("DELETE", "/v1/posts/{id}", False),
    "cancelPost": Operation("POST", "/v1/posts/{id}/cancel", False),
    "appealPost": Operation("POST", "/v1/posts/{id}/appeal", False),
    "getAppeal": Operation("GET", "/v1/posts/{id}/appeal", False),
    "search": Operation("GET", "/v1/search", False),
    "createStandingSearch": Operation("POST", "/v1/searches", False),
    "listStandingSearches": Operation("GET", "/v1/searches", False),
    "deleteStandingSearch": Operation("DELETE", "/v1/searches/{id}", False),
    "reportPost": Operation("POST", "/v1/reports", False),
    "reportHandle": Operation("POST", "/v1/handles/{handle}/reports", False),
    "getReport": Operation("GET", "/v1/reports/{id}", False),
    "contactSeller": Operation("POST", "/v1/relay", False),
    "listRelayMessages": Operation("GET", "/v1/relay/messages", False),
    "replyToMessage": Operation("POST", "/v1/relay/messages/{id}/reply", False),
    "blockSender": Operation("POST", "/v1/relay/messages/{id}/block", False),
    "reportMessage": Operation("POST", "/v1/relay/messages/{id}/report", False),
    "listWebhooks": Operation("GET", "/v1/webhooks", False),
    "createWebhook": Operation("POST", "/v1/webhooks", False),
    "updateWebhook": Operation("PATCH", "/v1/webhooks/{id}", False),
    "deleteWebhook": Operation("DELETE", "/v1/webhooks/{id}", False),
    "testWebhook": Operation("POST", "/v1/webhooks/{id}/test", False),
    "rotateWebhookSecret": Operation("POST", "/v1/webhooks/{id}/rotate", False),
    "listDeliveries": Operation("GET", "/v1/webhooks/{id}/deliveries", False),
    "retryDelivery": Operation("POST", "/v1/webhooks/{id}/deliveries/{msg}/retry", False),
    "replayWebhook": Operation("POST", "/v1/webhooks/{id}/replay", False),
    "listOutcomes": Operation("GET", "/v1/outcomes", False),
    "findPlaces": Operation("GET", "/v1/places", False),
    "getTestClock": Operation("GET", "/v1/test/clock", False),
    "advanceTestClock": Operation("POST", "/v1/test/clock", False),
    "getStatus": Operation("GET", "/v1/status", False),
    "getPricing": Operation("GET", "/v1/pricing", False),
    "getPolicy": Operation("GET", "/v1/policy", False),
}
