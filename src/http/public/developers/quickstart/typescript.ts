// From nothing to a published post in TypeScript, as one program without dependencies.
import { indented, type Setting } from './setting.ts'

/** The program, for a Node that runs TypeScript. It takes the name and the address of the owner from the environment. */
export function typescriptQuickstart({ site, baseUrl, post }: Setting): string {
  return `const base = '${baseUrl}'
const { OWNER_NAME: name, OWNER_EMAIL: email, LIVE } = process.env
if (!name || !email) throw new Error('Set OWNER_NAME and OWNER_EMAIL.')
let key = ''

async function call(path: string, body?: object, headers = {}): Promise<any> {
  const response = await fetch(base + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(key && { authorization: \`Bearer \${key}\` }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: any = await response.json()
  const { code, detail, errors = [detail] } = answer
  if (!response.ok) throw new Error(\`\${code}: \${errors.join('\\n')}\`)
  return answer
}

// 1. Sign up, for tests unless LIVE is set. The key is in the answer and is never shown again: keep it.
const account = await call('/v1/accounts', { name, email, accept_terms: true, test: !LIVE })
key = account.api_key

// 2. With LIVE, the owner opens this link, verifies the address${site.price.perItemMicros > 0 ? ' and tops up' : ''}.
console.log('For the owner:', account.account_url)
while (!(await call('/v1/account?wait_for=ready')).ready_to_post);

// 3. Try the post out: it is checked and priced, and nothing is charged.
const post = ${indented(post)}
const tried = await call('/v1/posts?dry_run=true', post)
console.log(tried.outcome, tried.price, tried.ready_to_post)

// 4. Post it. With an Idempotency-Key it can be sent again after a lost answer.
let own = await call('/v1/posts', post, { 'idempotency-key': crypto.randomUUID() })

// 5. Wait for the decision of the moderation.
while (own.status === 'queued') own = await call(\`/v1/posts/\${own.id}?wait=30\`)
console.log(own.status, own.rejection ?? '')

// 6. With LIVE, anyone reads it at its address; a test is for those who know the address.
console.log(own.post)
`
}
