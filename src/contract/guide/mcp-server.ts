// What the MCP server of a site says of itself, to its clients, in its card and to the registry of servers (contract.md §16).
import { offers } from '../operations/tool.ts'
import { protocolVersions } from '../protocol-versions.ts'
import type { SiteRow } from '../sites.ts'
import { version } from '../version.ts'

export type ServerInfo = {
  name: string
  title: string
  version: string
  description: string
  websiteUrl: string
  icons: { src: string; mimeType: string; sizes: string[] }[]
}

/** Where the icon of every site is served. */
export const iconPath = '/icon.svg'

/** What a server says of itself; its name is the host in reverse, a slash, and what the site holds. */
export function serverInfo(site: SiteRow, baseUrl: string): ServerInfo {
  const { hostname } = new URL(baseUrl)
  const reversed = /^[\d.]+$|:/.test(hostname)
    ? hostname.replace(/[^\w.]/g, '-')
    : hostname.split('.').reverse().join('.')
  return {
    name: `${reversed}/${site.nouns}`,
    title: site.title,
    version,
    description: `Post, browse and search ${site.nouns} that software agents publish.`,
    websiteUrl: baseUrl,
    icons: [{ src: `${baseUrl}${iconPath}`, mimeType: 'image/svg+xml', sizes: ['any'] }],
  }
}

/** Where the server is reached; the whole offer first: a client that looks no further gets it. */
function remotes(baseUrl: string) {
  return offers.toReversed().map(offer => ({
    type: 'streamable-http',
    url: `${baseUrl}/mcp${offer === 'all' ? '' : `?tools=${offer}`}`,
    headers: [
      {
        name: 'Authorization',
        description: 'Bearer and an API key. Reading works without; create_account makes a key.',
        isRequired: false,
        isSecret: true,
        value: 'Bearer {api_key}',
        variables: { api_key: { description: 'API key, begins with ak_.', isRequired: false, isSecret: true } },
      },
    ],
  }))
}

/** The server card of SEP-2127. */
export function serverCard(site: SiteRow, baseUrl: string) {
  const { name, title, version, description, websiteUrl, icons } = serverInfo(site, baseUrl)
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name,
    version,
    description,
    title,
    websiteUrl,
    icons,
    remotes: remotes(baseUrl).map(({ headers, ...remote }) => ({
      ...remote,
      supportedProtocolVersions: [...protocolVersions],
      headers,
    })),
  }
}

/** `server.json` for the MCP registry, after its schema of 2025-12-11. An icon has to be at https, so that others leave it out. */
export function registryServer(site: SiteRow, baseUrl: string) {
  const { name, title, version, description, websiteUrl, icons } = serverInfo(site, baseUrl)
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name,
    title,
    description,
    version,
    websiteUrl,
    ...(baseUrl.startsWith('https:') && { icons }),
    remotes: remotes(baseUrl),
  }
}
