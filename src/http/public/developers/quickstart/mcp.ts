// From nothing to a published post by MCP, as one program with the official client.
import { onSite, toolsOf } from '../../../../contract/operations/tool.ts'
import { type OperationId, operations } from '../../../../contract/operations.ts'
import { indented, type Setting } from './setting.ts'

/** The program, for a Node that runs TypeScript. It takes the name and the address of the owner from the environment. */
export function mcpQuickstart({ site, baseUrl, post }: Setting): string {
  const tool = (id: OperationId, nth = 0) => onSite(toolsOf(operations[id])[nth]!.name, site)
  return `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const { OWNER_NAME: name, OWNER_EMAIL: email, LIVE } = process.env
if (!name || !email) throw new Error('Set OWNER_NAME and OWNER_EMAIL.')

async function connect(key?: string) {
  const client = new Client({ name: 'quickstart', version: '1.0.0' })
  const headers: Record<string, string> = key ? { authorization: \`Bearer \${key}\` } : {}
  await client.connect(new StreamableHTTPClientTransport(new URL('${baseUrl}/mcp'), { requestInit: { headers } }))
  return async (tool: string, args = {}): Promise<any> => {
    const { structuredContent, isError } = await client.callTool({ name: tool, arguments: args })
    if (isError) throw new Error(JSON.stringify(structuredContent))
    return structuredContent
  }
}

// 1. Sign up, for tests unless LIVE is set. The key is in the answer and is never shown again: keep it.
const anyone = await connect()
const account = await anyone('${tool('createAccount')}', { name, email, accept_terms: true, test: !LIVE })
const call = await connect(account.api_key)

// 2. With LIVE, the owner opens this link, verifies the address${site.price.perItemMicros > 0 ? ' and tops up' : ''}.
console.log('For the owner:', account.account_url)
while (!(await call('${tool('getAccount')}', { wait_for: 'ready' })).ready_to_post);

// 3. Try the post out: it is checked and priced, and nothing is charged.
const post = ${indented(post)}
const tried = await call('${tool('createPost', 1)}', post)
console.log(tried.outcome, tried.price, tried.ready_to_post)

// 4. Post it. With an idempotency_key it can be called again after a lost answer.
let own = await call('${tool('createPost')}', { ...post, idempotency_key: crypto.randomUUID() })

// 5. Wait for the decision of the moderation.
while (own.status === 'queued') own = await call('${tool('getPost')}', { id: own.id, wait: 30 })
console.log(own.status, own.rejection ?? '')

// 6. With LIVE, anyone reads it at its address; a test is for those who know the address.
console.log(own.post)
process.exit()
`
}
