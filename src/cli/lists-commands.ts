// Commands that keep the lists of the platform: phrases, domains, phone numbers and texts that are flagged, held or refused.
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { entryKinds, entryOfRule, listRule } from '../contract/moderation/list-entries.ts'
import { Problem } from '../contract/problems/problem.ts'
import { instant } from '../domain/times/time.ts'
import { normalTextHash, takes } from '../moderation/listed/normal-values.ts'
import type { ListEntry } from '../store/review/list-entries.ts'
import {
  addEntries,
  checkedEntry,
  enforceEntry,
  entriesOf,
  feedOf,
  readFeed,
  removeEntry,
} from '../usecases/review/list-entries.ts'
import { actorOf, type CliHost, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'

export function addListsCommands(cli: Command, host: CliHost): void {
  const lists = cli
    .command('lists')
    .description('Keep the lists of phrases, domains, phone numbers and texts that are flagged, held or refused.')
  addAdd(lists, host)
  addChanges(lists, host)
  addShow(lists, host)
  addFeeds(lists, host)
}

type Added = { action: string; category?: string; note: string; days?: string; shadow: boolean }

function addAdd(lists: Command, host: CliHost): void {
  lists
    .command('add')
    .description('Add an entry. It takes effect in every process within seconds, for texts that come in from then on.')
    .argument('<kind>', entryKinds.join(', '))
    .argument('<value>', entryKinds.map(kind => `${kind}: ${takes[kind]}`).join('; '))
    .option('--action <action>', 'flag, hold (a person decides) or refuse (free of charge)', 'flag')
    .option('--category <category>', 'a category of the policy; needed to refuse')
    .option('--note <text>', 'why; for reviewers', '')
    .option('--days <number>', 'how long it counts; always when left out')
    .option('--shadow', 'only count what it would do', false)
    .addHelpText('after', '\nPrints the number of the entry, or null when its value is on a list already.')
    .action((kind: string, value: string, { days, ...options }: Added) =>
      withPlatform(host, async platform => {
        const given = { kind, value, ...options, ...(days !== undefined && { days: Number(days) }) }
        const entry = checkedEntry(platform, given)
        const [seq = null] = await addEntries(platform, { entries: [entry], actor: actorOf() })
        host.out(jsonLine({ entry: seq === null ? null : listRule(seq), kind: entry.kind, value: entry.value }))
      }),
    )
}

function addChanges(lists: Command, host: CliHost): void {
  lists
    .command('remove')
    .description('Remove an entry.')
    .argument('<entry>', 'its id, such as LIST-12')
    .option('--note <text>', 'why; kept in the log of decisions', '')
    .action((entry: string, { note }: { note: string }) =>
      withPlatform(host, async platform => {
        await removeEntry(platform, { seq: readEntry(entry), actor: actorOf(), reason: note })
        host.out(jsonLine({ removed: entry }))
      }),
    )
  lists
    .command('enforce')
    .description('Let an entry that was added with --shadow take effect.')
    .argument('<entry>', 'its id, such as LIST-12')
    .action((entry: string) =>
      withPlatform(host, async platform => {
        await enforceEntry(platform, { seq: readEntry(entry), actor: actorOf() })
        host.out(jsonLine({ enforced: entry }))
      }),
    )
}

function addShow(lists: Command, host: CliHost): void {
  lists
    .command('show')
    .description('Print the entries as JSON lines, the newest first, with what they have found.')
    .option('--kind <kind>', entryKinds.join(', '))
    .action(({ kind }: { kind?: string }) =>
      withPlatform(host, async platform => {
        for (const entry of await entriesOf(platform, { kind })) host.out(jsonLine(shown(entry)))
      }),
    )
  lists
    .command('hash')
    .description(
      'Print the value of an entry of the kind text: the hash of the normal form of the text on standard input.',
    )
    .action(async () => {
      const parts: Buffer[] = []
      for await (const part of host.stdin) parts.push(Buffer.from(part))
      host.out(jsonLine({ kind: 'text', value: normalTextHash(Buffer.concat(parts).toString('utf8')) }))
    })
}

function addFeeds(lists: Command, host: CliHost): void {
  lists
    .command('export')
    .description('Print the entries in force as a feed, one JSON document, which other platforms can import as advice.')
    .option('--phones', 'with phone numbers, which may be personal data', false)
    .action(({ phones }: { phones: boolean }) =>
      withPlatform(host, async platform => host.out(jsonLine(await feedOf(platform, { phones })))),
    )
  lists
    .command('import')
    .description('Add the entries of a feed. They are advice: each only flags, whatever the feed says.')
    .argument('<file>', 'the feed, as "lists export" prints it')
    .option('--own', 'the feed is of this platform: its entries do what they say', false)
    .option('--note <text>', 'where the feed is from; in place of its notes')
    .option('--shadow', 'only count what the entries would do', false)
    .action((file: string, { own, note, shadow }: { own: boolean; note?: string; shadow: boolean }) =>
      withPlatform(host, async platform => {
        const given = readFeed(readText(file))
        const entries = given.map(each =>
          checkedEntry(platform, { ...each, ...(note !== undefined && { note }), shadow }, !own),
        )
        const added = await addEntries(platform, { entries, actor: actorOf() })
        const fresh = added.filter(seq => seq !== null).length
        host.out(jsonLine({ added: fresh, on_a_list: added.length - fresh }))
      }),
    )
}

function shown({ seq, kind, value, action, category, note, ...entry }: ListEntry): object {
  return {
    entry: listRule(seq),
    ...{ kind, value, action, category, note, shadow: entry.shadow === 1, advice: entry.advice === 1 },
    ...{ added_by: entry.added_by, added_at: instant(entry.created_at) },
    expires_at: entry.expires_at === null ? null : instant(entry.expires_at),
    ...{ hits: entry.hits, last_hit_at: entry.hit_at === null ? null : instant(entry.hit_at) },
    latest: JSON.parse(entry.latest) as string[],
  }
}

function readEntry(text: string): number {
  const seq = entryOfRule(text) ?? (/^[1-9]\d*$/.test(text) ? Number(text) : null)
  if (seq !== null) return seq
  throw new Problem('invalid', `entry: got ${JSON.stringify(text)}; it takes the id of an entry, such as LIST-12`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Problem('invalid', (error as Error).message)
  }
}
