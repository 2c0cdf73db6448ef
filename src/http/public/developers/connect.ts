// Ways to connect an MCP client to a site: a link or a command for each client, from the address of the site.
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'

/** The ways to connect. Links hold no key; the user adds the key in the client. */
export function connections({ id, baseUrl }: SiteContext) {
  const name = `handbill-${siteRow(id).nouns}`
  const url = `${baseUrl}/mcp`
  const ofCursor = Buffer.from(JSON.stringify({ url })).toString('base64')
  const headers = { Authorization: 'Bearer YOUR_API_KEY' }
  return {
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(ofCursor)}`,
    vscode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}`,
    claude: `claude mcp add --transport http ${name} ${url}`,
    claudeWithKey: `claude mcp add --transport http ${name} ${url} --header "Authorization: Bearer $HANDBILL_KEY"`,
    configuration: { mcpServers: { [name]: { type: 'http', url, headers } } },
  }
}
