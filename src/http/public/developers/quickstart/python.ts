// From nothing to a published post in Python, as one program without dependencies.
import { indented, type Setting } from './setting.ts'

/** The program, for Python 3.9 and later. It takes the name and the address of the owner from the environment. */
export function pythonQuickstart({ site, baseUrl, post }: Setting): string {
  return `import json, os, uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

base = "${baseUrl}"
key = None


def call(path, body=None, **headers):
    headers["content-type"] = "application/json"
    if key:
        headers["authorization"] = f"Bearer {key}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(base + path, data, headers)) as response:
            return json.load(response)
    except HTTPError as error:
        answer = json.load(error)
        faults = answer.get("errors", [answer["detail"]])
        raise SystemExit(f"{answer['code']}: " + "\\n".join(faults))


# 1. Sign up, for tests unless LIVE is set. The key is in the answer and is never shown again: keep it.
owner = {"name": os.environ["OWNER_NAME"], "email": os.environ["OWNER_EMAIL"]}
account = call("/v1/accounts", {**owner, "accept_terms": True, "test": "LIVE" not in os.environ})
key = account["api_key"]

# 2. With LIVE, the owner opens this link, verifies the address${site.price.perItemMicros > 0 ? ' and tops up' : ''}.
print("For the owner:", account["account_url"], flush=True)
while not call("/v1/account?wait_for=ready")["ready_to_post"]:
    pass

# 3. Try the post out: it is checked and priced, and nothing is charged.
post = json.loads(r"""
${indented(post)}
""")
tried = call("/v1/posts?dry_run=true", post)
print(tried["outcome"], tried["price"], tried["ready_to_post"])

# 4. Post it. With an Idempotency-Key it can be sent again after a lost answer.
own = call("/v1/posts", post, **{"idempotency-key": str(uuid.uuid4())})

# 5. Wait for the decision of the moderation.
while own["status"] == "queued":
    own = call(f"/v1/posts/{own['id']}?wait=30")
print(own["status"], own.get("rejection", ""))

# 6. With LIVE, anyone reads it at its address; a test is for those who know the address.
print(json.dumps(own.get("post")))
`
}
