// The command that prints `server.json` for the registry of MCP servers; it needs no database.
import { type Command, Option } from 'commander'
import { siteRow } from '../contract/sites.ts'
import { registryServer } from '../documents/guide/mcp-server.ts'
import type { CliHost } from './host.ts'

export function addMcpRegistryCommand(cli: Command, host: CliHost): void {
  const ids = host.sites.map(site => site.id)
  cli
    .command('mcp-registry')
    .description('Print server.json of a site for the registry of MCP servers.')
    .addOption(new Option('--site <site>', 'a configured site; the first site when left out').choices(ids))
    .action(({ site: wanted }: { site?: string }) => {
      const site = host.sites.find(({ id }) => wanted === undefined || id === wanted)!
      host.out(JSON.stringify(registryServer(siteRow(site.id), site.baseUrl), null, 2))
    })
}
