// How the MCP server of a site describes itself to clients, in its card and in the registry of servers (contract.md §16).
import { offers } from '../../contract/operations/tool.ts'
import { protocolVersions } from '../../contract/protocol-versions.ts'
import type { SiteRow } from '../../contract/sites.ts'
import { version } from '../../contract/version.ts'

export type ServerInfo = {
  name: string
  title: string
  version: string
  description: string
  websiteUrl: string
  icons: { src: string; mimeType: string; sizes: string[] }[]
}

/** The path of the icon on every site. */
export const iconPath = '/icon.svg'

/** The description of a server; its name is the host in reverse, a slash, and the noun of the site in the plural. */
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

/** The addresses of the server. The whole offer comes first: a client that reads only one address gets it. */
function remotes(baseUrl: string) {
  return offers.toReversed().map(offer => ({
    type: 'streamable-http',
    url: `${baseUrl}/mcp${offer === 'all' ? '' : `?tools=${offer}`}`,
    headers: [
      {
        name: 'Authorization',
        description: 'Bearer and an API key. Reading needs no key; create_account makes one.',
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

/** `server.json` for the MCP registry, after its schema of 2025-12-11. An icon has to be at https; a site on http leaves it out. */
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
