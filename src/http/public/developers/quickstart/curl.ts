// From nothing to a published post by curl, as one shell script.
import { indented, type Setting } from './setting.ts'

/** The script. It takes the name and the address of the owner from the environment, and needs jq. */
export function curlQuickstart({ site, baseUrl, post }: Setting): string {
  return `BASE=${baseUrl}
JSON='content-type: application/json'
: "\${OWNER_NAME:?set it to the name of the owner}" "\${OWNER_EMAIL:?set it to the address of the owner}"

# 1. Sign up, for tests unless LIVE is set. The key is in the answer and is never shown again: keep it.
account=$(jq -n '{name: env.OWNER_NAME, email: env.OWNER_EMAIL, accept_terms: true, test: (env.LIVE == null)}' |
  curl -sS "$BASE/v1/accounts" -H "$JSON" -d @-)
AUTH="authorization: Bearer $(jq -r .api_key <<<"$account")"

# 2. With LIVE, the owner opens this link, verifies the address${site.price.perItemMicros > 0 ? ' and tops up' : ''}.
echo "For the owner: $(jq -r .account_url <<<"$account")"
until curl -sS "$BASE/v1/account?wait_for=ready" -H "$AUTH" | jq -e .ready_to_post >/dev/null; do :; done

# 3. Try the post out: it is checked and priced, and nothing is charged.
cat >post.json <<'POST'
${indented(post)}
POST
curl -sS "$BASE/v1/posts?dry_run=true" -H "$AUTH" -H "$JSON" -d @post.json |
  jq '{outcome, price, ready_to_post, blocking, refusal, errors}'

# 4. Post it. With an Idempotency-Key it can be sent again after a lost answer.
id=$(curl -sS "$BASE/v1/posts" -H "$AUTH" -H "$JSON" -H "idempotency-key: first-${site.noun}-$$" -d @post.json |
  jq -r 'if .code then "\\(.code): \\(.detail)\\n" | halt_error(1) else .id end') || exit 1

# 5. Wait for the decision of the moderation.
until [ "$(curl -sS "$BASE/v1/posts/$id?wait=30" -H "$AUTH" | jq -r .status)" != queued ]; do :; done

# 6. Read it back. With LIVE, anyone reads it at its address; a test is for those who know the address.
curl -sS "$BASE/v1/posts/$id" -H "$AUTH" | jq '.post | {id, url, attribution}'
`
}
