"""Verifies and signs deliveries of webhooks with the Python client. Standard input has as JSON what the test has signed."""

import json
import sys

from handbill import HandbillError, sign_webhook, verify_webhook

given = json.load(sys.stdin)
body, secret, other, headers, now = (given[name] for name in ("body", "secret", "other", "headers", "now"))


def refused(headers=headers, body=body, secrets=secret, now=now):
    try:
        verify_webhook(headers, body, secrets, now=now)
    except HandbillError as error:
        assert error.code == "bad_signature", error
    else:
        raise AssertionError("the delivery was not refused")


for text in (body, body.encode()):
    verified = verify_webhook(headers, text, secret, now=now)
    assert verified.id == headers["Webhook-Id"] and verified.event["type"] == "webhook.test"
verify_webhook(headers, body, [other, secret], now=now)
verify_webhook(headers, body, secret, now=now + 299)
refused(secrets=other)
refused(body=body + " ")
refused(now=now + 301)
refused(now=now - 301)
refused(headers={})
refused(headers={**headers, "webhook-timestamp": "tomorrow"})
refused(headers={**headers, "webhook-signature": headers["webhook-signature"].replace("v1,", "v2,")})
print(json.dumps(sign_webhook("msg_2", given["real_now"], body, secret)))
