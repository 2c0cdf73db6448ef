// Commands for the decisions of people: the review queue, removals, appeals.
import type { Command } from 'commander'
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problems/problem.ts'
import { reviewersLink } from '../usecases/accounts/sessions.ts'
import { decideMessage } from '../usecases/delivery/relay-message.ts'
import type { Platform } from '../usecases/platform.ts'
import { grantAppeal, refuseAppeal, waitingAppeals } from '../usecases/posts/appeals.ts'
import { decisionEntries } from '../usecases/posts/decision-log.ts'
import { decideByPerson } from '../usecases/posts/review.ts'
import {
  heldForReview,
  isHeldMessage,
  isWithdrawn,
  reportedPosts,
  siteOf,
  waitingForReview,
} from '../usecases/posts/review-queue.ts'
import { applicableCategory } from '../usecases/review/decide-item.ts'
import { disagreements, reviewStatistics } from '../usecases/review/statistics.ts'
import { actorOf, type CliHost, requiredText, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'

const listedAppeals = 100_000

/** The option that names the text that the operator saw, by the id that `review reports` and `review appeals` print. */
const seenOption = ['--seen <id>', 'id of the text, as listed; if the text has changed, nothing is decided'] as const
type Seen = { seen?: string }

/** Adds the commands. */
export function addReviewCommands(cli: Command, host: CliHost): void {
  const review = cli.command('review').description('List and decide the posts that wait for a person.')
  addQueue(review, host)
  addReports(review, host)
  addRefusal(
    review,
    host,
    'reject',
    'Reject a post that is in review or was withdrawn from it, or drop a held message.',
  )
  addRefusal(cli, host, 'remove', 'Take a published post down.').option(...seenOption)
  addAppeals(review, host)
  addReviewersLink(cli, host)
  addRecords(review, host)
}

function addQueue(review: Command, host: CliHost): void {
  review
    .command('list')
    .description(
      'Print as JSON lines, oldest first, the posts in review and those withdrawn by their authors, then the held messages to sellers.',
    )
    .action(() =>
      withPlatform(host, async platform =>
        print(host, [...(await waitingForReview(platform)), ...(await heldForReview(platform))]),
      ),
    )
  review
    .command('publish')
    .description('Publish a post that is in review, or send a held message.')
    .argument('<id>', 'id of the post or message')
    .option('--reason <text>', 'why', '')
    .action((revisionId: string, { reason }: { reason: string }) =>
      withPlatform(host, platform => decide(host, platform, { revisionId, reason: reason.trim(), action: 'publish' })),
    )
}

function addReports(review: Command, host: CliHost): void {
  review
    .command('reports')
    .description('Print the posts with open reports as JSON lines, in the order of their first reports.')
    .action(() => withPlatform(host, async platform => print(host, await reportedPosts(platform))))
  review
    .command('dismiss')
    .description(
      'Dismiss the open reports of a post, which stays public, or a post that its author has withdrawn from review.',
    )
    .argument('<id>', 'id of the post')
    .requiredOption('--reason <text>', 'why')
    .option(...seenOption)
    .action((postId: string, options: { reason: string } & Seen) => {
      const { seen } = options
      const reason = requiredText('--reason', options.reason)
      return withPlatform(host, async platform => {
        if (await isWithdrawn(platform, postId))
          return decide(host, platform, { revisionId: postId, reason, seen, action: 'dismiss' })
        host.out(jsonLine(await platform.act('dismissReports', { postId, actor: actorOf(), reason, seen })))
      })
    })
}

function addAppeals(review: Command, host: CliHost): void {
  review
    .command('appeals')
    .description('Print the open appeals as JSON lines, oldest first.')
    .action(() => withPlatform(host, async platform => print(host, await waitingAppeals(platform, listedAppeals))))
  review
    .command('grant')
    .description(
      'Grant an appeal: give back the cost of a rejected or removed post, and publish the post with --publish. Works without an appeal too.',
    )
    .argument('<id>', 'id of the appeal, the post or the edit')
    .requiredOption('--message <text>', 'the answer; the author reads it')
    .option('--publish', 'publish the post as well; then the fee is kept', false)
    .option(...seenOption)
    .action((id: string, { message, publish, seen }: { message: string; publish: boolean } & Seen) => {
      const answer = { id, actor: actorOf(), message: answerText(message), publish, seen }
      return withPlatform(host, async platform => host.out(jsonLine(await grantAppeal(platform, answer))))
    })
  review
    .command('refuse')
    .description('Refuse an appeal: the decision stands.')
    .argument('<id>', 'id of the appeal, the post or the edit')
    .requiredOption('--message <text>', 'the answer; the author reads it')
    .option(...seenOption)
    .action((id: string, { message, seen }: { message: string } & Seen) => {
      const answer = { id, actor: actorOf(), message: answerText(message), seen }
      return withPlatform(host, async platform => host.out(jsonLine(await refuseAppeal(platform, answer))))
    })
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
    .action(() =>
      withPlatform(host, async platform => {
        for await (const entry of decisionEntries(platform)) host.out(jsonLine(entry))
      }),
    )
}

function addRefusal(cli: Command, host: CliHost, action: 'reject' | 'remove', description: string): Command {
  return cli
    .command(action)
    .description(description)
    .argument('<id>', 'id of the post')
    .argument('<category>', 'category of the policy; it decides whether the post is penalised')
    .requiredOption('--reason <text>', 'why; the owner of the post reads it')
    .action((revisionId: string, categoryId: string, options: { reason: string } & Seen) => {
      const { seen } = options
      const reason = requiredText('--reason', options.reason)
      return withPlatform(host, async platform => {
        const site = await siteOf(platform, revisionId)
        if (!site) throw new Problem('not_found', `There is no post ${revisionId}.`)
        const { id: category, penalized } = applicableCategory(platform, site, categoryId)
        await decide(host, platform, { revisionId, reason, seen, action, category, penalized })
      })
    })
}

type Decision = Parameters<typeof decideByPerson>[1] extends infer D
  ? D extends unknown
    ? Omit<D, 'actor'>
    : never
  : never

async function decide(host: CliHost, platform: Platform, decision: Decision): Promise<void> {
  const by = { ...decision, actor: actorOf() } as Parameters<typeof decideByPerson>[1]
  const { revisionId: id, actor, reason } = by
  if (await isHeldMessage(platform, id)) {
    if (by.action !== 'publish' && by.action !== 'reject')
      throw new Problem('invalid', `${id} is a message: publish or reject it.`)
    const category = by.action === 'reject' ? by.category : null
    host.out(jsonLine(await decideMessage(platform, { id, actor, reason, category })))
    return
  }
  host.out(jsonLine(await decideByPerson(platform, by)))
}

function answerText(message: string): string {
  const text = requiredText('--message', message)
  if ([...text].length <= limits.appealCodePoints) return text
  throw new Problem('invalid', `--message: it takes at most ${limits.appealCodePoints} characters`)
}

function print(host: CliHost, lines: readonly object[]): void {
  for (const line of lines) host.out(jsonLine(line))
}
