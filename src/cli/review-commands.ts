// Commands for the decisions of people: the review queue, removals, appeals.
import type { Command } from 'commander'
import { limits } from '../contract/limits.ts'
import { type DecisionName, decisionNames, decisionRow, type ItemKind } from '../contract/moderation/decisions.ts'
import { Problem } from '../contract/problems/problem.ts'
import type { SiteId } from '../contract/sites/site-ids.ts'
import { dsaFaults } from '../domain/review/dsa-faults.ts'
import { reviewersLink } from '../usecases/accounts/sessions.ts'
import { decideMessage } from '../usecases/delivery/relay-message.ts'
import type { Platform } from '../usecases/platform.ts'
import { decisionEntries } from '../usecases/posts/decision-log.ts'
import { waitingAppeals } from '../usecases/review/appeals.ts'
import { applicableCategory, decide, type ItemDecision, orderCountries } from '../usecases/review/decide-item.ts'
import { dsaStatements } from '../usecases/review/dsa-statements.ts'
import { disagreements, reviewStatistics } from '../usecases/review/statistics.ts'
import {
  heldForReview,
  isWithdrawn,
  messageWaits,
  reportedPosts,
  siteOf,
  waitingForReview,
} from '../usecases/review/waiting.ts'
import { actorOf, type CliHost, requiredText, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'

const listedAppeals = 100_000

/** The option that names the text that the operator saw, by the id that `review reports` and `review appeals` print. */
const seenOption = ['--seen <id>', 'id of the text, as listed; if the text has changed, nothing is decided'] as const

/** The option that names the reports that the operator read. */
const reportsOption = [
  '--reports <ids>',
  'ids of the reports that you have read, as listed, with commas; any other report stays open',
] as const

export function addReviewCommands(cli: Command, host: CliHost): void {
  const review = cli.command('review').description('List and decide the posts that wait for a person.')
  addLists(review, host)
  // `--publish` of another command stands for a decision that publishes as well.
  for (const name of decisionNames) {
    const { command, republishes } = decisionRow(name)
    if (command && !republishes) addDecision(command.root ? cli : review, host, { name, ...command })
  }
  addReviewersLink(cli, host)
  addRecords(review, host)
}

function addLists(review: Command, host: CliHost): void {
  const list = (name: string, description: string, lines: (platform: Platform) => Promise<readonly object[]>) =>
    review
      .command(name)
      .description(description)
      .action(() => withPlatform(host, async platform => print(host, await lines(platform))))
  list(
    'list',
    'Print as JSON lines, oldest first, the posts in review and those withdrawn by their authors, then the messages to sellers that are held or were reported.',
    async platform => [...(await waitingForReview(platform)), ...(await heldForReview(platform))],
  )
  list(
    'reports',
    'Print the posts with open reports as JSON lines, in the order of their first reports.',
    reportedPosts,
  )
  list('appeals', 'Print the open appeals as JSON lines, oldest first.', platform =>
    waitingAppeals(platform, listedAppeals),
  )
}

type Options = {
  reason?: string
  message?: string
  publish?: boolean
  seen?: string
  reports?: string
  legal?: string
  countries?: string
}

/** The command of a decision: its arguments and options follow from its row. */
function addDecision(
  parent: Command,
  host: CliHost,
  { name, description }: { name: DecisionName; description: string },
): void {
  const { of, next, emptyReason } = decisionRow(name)
  const command = parent.command(name).description(description)
  const onAppeals = of.includes('appeal')
  if (onAppeals) {
    command.argument('<id>', 'id of the appeal, the post or the edit')
    command.requiredOption('--message <text>', 'the answer; the author reads it')
    if (publishing(name)) command.option('--publish', 'publish the post as well; then the fee is kept', false)
  } else command.argument('<id>', emptyReason === '' ? 'id of the post or message' : 'id of the post')
  if (name === 'remove')
    command
      .argument('[category]', 'category of the policy; it decides whether the post is penalised')
      .option('--reason <text>', 'why; the owner of the post reads it')
      .option('--legal <reference>', 'in place of a category: the order of law, without penalty and strike')
      .option('--countries <codes>', 'where the order holds, such as DE,FR; everywhere if left out')
  else if (next === 'category')
    command
      .argument('<category>', 'category of the policy; it decides whether the post is penalised')
      .requiredOption('--reason <text>', 'why; the owner of the post reads it')
  else if (emptyReason === '') command.option('--reason <text>', 'why', '')
  else if (!onAppeals) command.requiredOption('--reason <text>', 'why')
  if (onAppeals || of.includes('report')) command.option(...seenOption)
  if (name === 'dismiss') command.option(...reportsOption)
  command.action((id: string, ...rest: unknown[]) => {
    const category = next === 'category' ? ((rest[0] ?? '') as string) : undefined
    const options = command.opts<Options>()
    if (options.legal !== undefined) return removeByLaw(host, { id, category, ...options, legal: options.legal })
    const reason = onAppeals
      ? answerText(options.message ?? '')
      : emptyReason === ''
        ? (options.reason ?? '').trim()
        : requiredText('--reason', options.reason ?? '')
    const action = (options.publish && publishing(name)) || name
    return withPlatform(host, async platform =>
      host.out(
        jsonLine(
          await decideNow(platform, {
            ...{ id, action, reason, seen: options.seen, ...(category !== undefined && { category }) },
            ...(options.reports !== undefined && { reports: options.reports.split(',').map(each => each.trim()) }),
          }),
        ),
      ),
    )
  })
}

/** Removes a post for legal reasons. */
function removeByLaw(
  host: CliHost,
  {
    id,
    category,
    legal,
    countries = '',
    reason = '',
    seen,
  }: Options & { id: string; category: string | undefined; legal: string },
): Promise<void> {
  if (category) throw new Problem('invalid', '--legal: an order of law is no category; give one of the two.')
  const law = { reference: legal, countries: orderCountries(countries) }
  return withPlatform(host, async platform => {
    const by = { actor: actorOf(), reason: reason.trim(), seen }
    host.out(jsonLine(await decide(platform, { ...by, kind: 'report', id, action: 'remove-legal', law })))
  })
}

/** The decision that does the same and publishes as well. */
const publishing = (name: DecisionName) => decisionNames.find(each => each === `${name}-publish`)

async function decideNow(
  platform: Platform,
  { id, action, reason, category, seen, reports }: ItemDecision & { id: string; seen: string | undefined },
): Promise<object> {
  const by = { actor: actorOf(), reason }
  const message = await messageWaits(platform, id)
  if (message !== null) {
    const [fine, what] = message === 'held' ? ['publish', 'message'] : ['dismiss', 'reported message']
    if (action !== fine && action !== 'reject')
      throw new Problem('invalid', `${id} is a ${what}: ${fine} or reject it.`)
    if (category !== undefined) applicableCategory(platform, (await siteOf(platform, id)) as SiteId, category)
    return decideMessage(platform, { ...by, id, category: category ?? null })
  }
  const [first] = decisionRow(action).of
  const kind = action === 'dismiss' && !(await isWithdrawn(platform, id)) ? 'report' : (first as ItemKind)
  if (kind === 'report' && action === 'dismiss' && reports === undefined)
    throw new Problem('invalid', `--reports: name the reports that you have read, as "review reports" lists them.`)
  const on = { kind, id, action, seen, ...(category !== undefined && { category }), ...(reports && { reports }) }
  return decide(platform, { ...by, ...on })
}

function addReviewersLink(cli: Command, host: CliHost): void {
  cli
    .command('reviewer-link')
    .description(
      'Print a link that signs one of REVIEWERS in to the console, once and in any browser. For a reviewer without working mail.',
    )
    .argument('<email>', 'address, as in REVIEWERS')
    .action((email: string) =>
      withPlatform(host, async platform =>
        host.out(jsonLine(await reviewersLink(platform, { email, actor: actorOf() }))),
      ),
    )
}

/** Adds the commands that print decisions: statistics, and the log. */
function addRecords(review: Command, host: CliHost): void {
  review
    .command('stats')
    .description(
      'Print for each queue its length, the time that people took to decide, and the decisions overturned by an appeal. Print the disagreements between two people.',
    )
    .action(() =>
      withPlatform(host, async platform =>
        host.out(jsonLine({ ...(await reviewStatistics(platform)), disagreements: await disagreements(platform) })),
      ),
    )
  review
    .command('log')
    .description('Print every decision as JSON lines, in the order in which they were made.')
    .option(
      '--dsa',
      'print the decisions against texts and accounts as statements of reasons for the database of the EU',
    )
    .option('--since <day>', 'with --dsa: only decisions from this UTC day on, such as 2026-11-01')
    .action((options: { dsa?: true; since?: string }) =>
      withPlatform(host, async platform => {
        if (options.dsa) return printStatements(host, platform, sinceOf(options.since))
        if (options.since !== undefined) throw new Problem('invalid', '--since: it takes --dsa beside it.')
        for await (const entry of decisionEntries(platform)) host.out(jsonLine(entry))
      }),
    )
}

/** Prints the statements of reasons that the database of the EU takes. Throws `invalid` after the last when it would refuse others. */
async function printStatements(host: CliHost, platform: Platform, since: number): Promise<void> {
  let refused = 0
  for await (const { seq, statement } of dsaStatements(platform, since)) {
    const faults = dsaFaults(statement)
    if (faults.length === 0) host.out(jsonLine(statement))
    else host.err(jsonLine({ seq, puid: statement.puid, faults }))
    refused += faults.length === 0 ? 0 : 1
  }
  if (refused > 0) throw new Problem('invalid', `${refused} decisions are no statements that the database takes.`)
}

/** The beginning of a UTC day, epoch ms; 0 without one. */
function sinceOf(day: string | undefined): number {
  if (day === undefined) return 0
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  if (Number.isNaN(at)) throw new Problem('invalid', `--since: got "${day}"; it takes a day such as 2026-11-01`)
  return at
}

function answerText(message: string): string {
  const text = requiredText('--message', message)
  if ([...text].length <= limits.appealCodePoints) return text
  throw new Problem('invalid', `--message: it takes at most ${limits.appealCodePoints} characters`)
}

function print(host: CliHost, lines: readonly object[]): void {
  for (const line of lines) host.out(jsonLine(line))
}
