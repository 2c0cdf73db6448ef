// The command that prints the OpenAPI document of a site; it needs no database.
import { type Command, Option } from 'commander'
import { createPricedSites } from '../contract/sites/priced-site.ts'
import { openApiDocument } from '../documents/openapi/document.ts'
import { yamlText } from '../documents/openapi/yaml.ts'
import type { CliHost } from './host.ts'

export function addOpenApiCommand(cli: Command, host: CliHost): void {
  const ids = host.sites.map(site => site.id)
  cli
    .command('openapi')
    .description('Print the OpenAPI document of a site, as /openapi.yml serves it.')
    .addOption(new Option('--site <site>', 'a configured site; the first site when left out').choices(ids))
    .addOption(new Option('--format <format>', 'the format of the document').choices(['yaml', 'json']).default('yaml'))
    .action(({ site: wanted, format }: { site?: string; format: string }) => {
      const site = host.sites.find(({ id }) => wanted === undefined || id === wanted)!
      const document = openApiDocument(createPricedSites(host.prices)(site.id, Date.now()), site.baseUrl)
      host.out((format === 'json' ? JSON.stringify(document, null, 2) : yamlText(document)).trimEnd())
    })
}
