"""What a program does with the Python client, from a sign-up to its outcomes, against a real service.

Usage: python3 scenario.py KIND, where KIND is one of urllib, threads, httpx and async-httpx. Standard input has as JSON the addresses
of the site and of the faulty proxy before it, and bodies of posts by the outcome that they choose. It ends with status 0.
"""

import asyncio
import inspect
import json
import sys

from handbill import AsyncHandbill, Handbill, HandbillError, transport

kind = sys.argv[1]
given = json.load(sys.stdin)
bodies = given["bodies"]
sign_up = {"name": "Ada", "email": "ada@example.org", "accept_terms": True, "test": True}


class Awaited:
    """The client without asyncio, called as the one for asyncio, so that one program tests both."""

    def __init__(self, inner):
        self._inner = inner

    def __getattr__(self, name):
        value = getattr(self._inner, name)
        if not callable(value):
            return value

        def called(*args, **kwargs):
            if name in ("each", "list_posts", "my_posts", "search_posts", "outcomes"):
                return Awaited(value(*args, **kwargs))

            async def answer():
                return value(*args, **kwargs)

            return answer()

        return called

    async def __aiter__(self):
        for item in self._inner:
            yield item


def client_at(base_url, api_key=None, **more):
    patience = {"first_pause": 0.005, "timeout": 60, **more}
    if kind == "urllib":
        return Awaited(Handbill(base_url, api_key, transport=transport.UrllibTransport(), **patience))
    if kind == "httpx":
        return Awaited(Handbill(base_url, api_key, transport=transport.HttpxTransport(), **patience))
    if kind == "threads":
        inner = transport.ThreadTransport(transport.UrllibTransport())
        return AsyncHandbill(base_url, api_key, transport=inner, **patience)
    return AsyncHandbill(base_url, api_key, transport=transport.AsyncHttpxTransport(), **patience)


async def collected(items):
    return [item async for item in items]


async def fails(call, code):
    try:
        await call
    except HandbillError as error:
        assert error.code == code, error
        return error
    raise AssertionError(f"no error with the code {code}")


async def key_at(base_url):
    headers = {"x-forwarded-for": given["address"]}
    return (await client_at(base_url).call("createAccount", body=sign_up, headers=headers))["api_key"]


async def posts_and_outcomes():
    client = client_at(given["base_url"], await key_at(given["base_url"]))
    faulty = {name: value for name, value in bodies["published"][0].items() if name != "topics"}
    fault = await fails(client.check_post(faulty), "invalid")
    assert fault.errors[0].startswith("/topics: ") and fault.status == 400, fault.errors
    assert fault.fix and fault.request_id and not fault.retryable and fault.blocking is None
    assert (await client.check_post(bodies["published"][0]))["outcome"] == "would_queue"
    await fails(client.create_post(bodies["published"][0], max_price_micros=1), "price_too_high")

    ids = [(await client.create_post(body))["id"] for body in bodies["published"]]
    for id in ids:
        assert (await client.wait_for_decision(id, first_pause=0.005))["status"] == "published"
    assert sorted(post["id"] for post in await collected(client.list_posts(limit=2))) == sorted(ids)
    assert [post["id"] for post in await collected(client.my_posts(limit=1))] == ids[::-1]
    outcomes = client.outcomes(limit=2)
    assert sorted(each["data"]["id"] for each in await collected(outcomes)) == sorted(ids)
    assert await collected(client.outcomes(outcomes.cursor)) == []
    async for outcome in client.outcomes(follow=True, pause=0.005):
        assert outcome["data"]["id"] in ids
        break
    await client.close()


async def errors():
    client = client_at(given["base_url"], await key_at(given["base_url"]))
    abuse = await fails(client.create_post(bodies["abuse-at-once"][0]), "abuse")
    assert abuse.status == 422 and not abuse.retryable and abuse.post["status"] == "rejected"
    broke = await fails(client.create_post(bodies["no-money"][0]), "insufficient_balance")
    assert broke.blocking["code"] == "insufficient_balance"
    assert broke.blocking["account_url"] in broke.message_for_owner
    slow = await client.create_post(bodies["slow"][0])
    assert (await client.wait_for_decision(slow["id"], timeout=0.05, first_pause=0.005))["status"] == "queued"


async def repeats():
    for fault in ("losing", "refusing"):
        client = client_at(given[fault], await key_at(given["base_url"]))
        own = await client.create_post(bodies["published"][0])
        assert [each["id"] for each in await collected(client.my_posts())] == [own["id"]]
    for version, body in zip(("older", "plain"), bodies["published"][1:]):
        client = client_at(given[version], await key_at(given["base_url"]))
        own = await client.create_post(body)
        assert (await client.wait_for_decision(own["id"], first_pause=0.005))["status"] == "published"
    lost = await fails(client_at(given["losing"]).call("createAccount", body=sign_up), "no_answer")
    assert lost.status == 0
    busy = await fails(client_at(given["busy"], retries=2).call("getStatus"), "rate_limited")
    assert busy.retryable and busy.retry_after_seconds == 0
    long = client_at(given["shut"], retries=2).call("getStatus")
    await asyncio.wait_for(fails(long, "rate_limited"), 30)


async def main():
    assert inspect.iscoroutinefunction(AsyncHandbill.create_post)
    for part in (posts_and_outcomes, errors, repeats):
        await part()


asyncio.run(main())
