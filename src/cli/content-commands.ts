// The command that checks the files of CONTENT_DIR: face, texts and languages. It needs no database.
import type { Command } from 'commander'
import { loadFace } from '../integrations/face/face-file.ts'
import { loadCatalogues } from '../integrations/languages/catalogues.ts'
import { loadTexts } from '../integrations/texts/texts.ts'
import type { CliHost } from './host.ts'
import { jsonLine } from './json-line.ts'

export function addContentCommands(cli: Command, host: CliHost): void {
  const content = cli.command('content').description('The operator’s own pages, names, colours and logo.')
  content
    .command('check')
    .description('Check the files in CONTENT_DIR; exit status 1 when the start would refuse one.')
    .action(() => {
      const { contentDir, dataDir } = host
      const { sites, logo } = loadFace(contentDir)
      const { own, translations } = loadTexts({ contentDir, dataDir })
      loadCatalogues(contentDir)
      host.out(
        jsonLine({
          content_dir: contentDir,
          texts: own,
          translations: translations.map(({ name, language }) => `${name}.${language}`),
          sites,
          logo: logo === null ? null : { type: logo.type, bytes: Buffer.byteLength(logo.body, 'base64') },
        }),
      )
    })
}
