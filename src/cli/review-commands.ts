// Commands by which a person decides: the review queue, removals, appeals.
import type { Command } from 'commander'
import type { PolicyCategory } from '../contract/policy.ts'
import { Problem } from '../contract/problem.ts'
import { categoryOf } from '../domain/policy-category.ts'
import type { PostFacts, PostFields } from '../domain/post.ts'
import { suggestion } from '../domain/shape.ts'
import { instant } from '../domain/time.ts'
import { accountById } from '../store/money/accounts.ts'
import { editById, editsInReview } from '../store/posts/edits.ts'
import { type PostRow, postById, postsInReview } from '../store/posts/posts.ts'
import { openReports, type ReportRow } from '../store/posts/reports.ts'
import type { Platform } from '../usecases/platform.ts'
import type { ActionInput } from '../writer/registry.ts'
import { actorOf, type CliHost, spoken, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'

const listedAtOnce = 100_000

/** Adds the commands. */
export function addReviewCommands(cli: Command, host: CliHost): void {
  const review = cli.command('review').description('List and decide the posts that wait for a person.')
  review
    .command('list')
    .description('Print the posts in review as JSON lines, oldest first.')
    .action(() => withPlatform(host, platform => list(platform, line => host.out(line))))
  review
    .command('publish')
    .description('Publish a post that is in review.')
    .argument('<id>', 'id of the post')
    .option('--reason <text>', 'why', '')
    .action((postId: string, { reason }: { reason: string }) =>
      withPlatform(host, platform => decide(host, platform, { postId, reason: reason.trim(), action: 'publish' })),
    )
  review
    .command('reports')
    .description('Print the posts with open reports as JSON lines, the one reported first first.')
    .action(() => withPlatform(host, platform => listReported(platform, line => host.out(line))))
  review
    .command('dismiss')
    .description('Dismiss the open reports of a post; it stays public.')
    .argument('<id>', 'id of the post')
    .requiredOption('--reason <text>', 'why')
    .action((postId: string, options: { reason: string }) => {
      const reason = spoken('--reason', options.reason)
      return withPlatform(host, async platform => {
        host.out(jsonLine(await platform.act('dismissReports', { postId, actor: actorOf(), reason })))
      })
    })
  addRefusal(review, host, 'reject', 'Reject a post that is in review.')
  addRefusal(cli, host, 'remove', 'Take a published post down.')

  cli
    .command('appeal')
    .description('Decide appeals.')
    .command('grant')
    .description('Give back what a rejected or removed post has cost, and publish it if it should be.')
    .argument('<id>', 'id of the post')
    .requiredOption('--reason <text>', 'why')
    .option('--publish', 'publish the post as well; then the fee is kept', false)
    .action((postId: string, options: { reason: string; publish: boolean }) => {
      const reason = spoken('--reason', options.reason)
      const { publish } = options
      return withPlatform(host, platform => decide(host, platform, { postId, reason, action: 'appeal', publish }))
    })
}

function addRefusal(cli: Command, host: CliHost, action: 'reject' | 'remove', description: string): void {
  cli
    .command(action)
    .description(description)
    .argument('<id>', 'id of the post')
    .argument('<category>', 'category of the policy; it says whether the post is penalised')
    .requiredOption('--reason <text>', 'why; the owner of the post reads it')
    .action((postId: string, categoryId: string, options: { reason: string }) => {
      const reason = spoken('--reason', options.reason)
      return withPlatform(host, async platform => {
        const post = (await postById(platform.db, postId)) ?? (await editById(platform.db, postId))
        if (!post) throw new Problem('not_found', `There is no post ${postId}.`)
        const { id: category, penalized } = applicable(platform, post, categoryId)
        await decide(host, platform, { postId, reason, action, category, penalized })
      })
    })
}

type Decision = ActionInput<'decideByPerson'> extends infer D ? (D extends unknown ? Omit<D, 'actor'> : never) : never

async function decide(host: CliHost, platform: Platform, decision: Decision): Promise<void> {
  const decided = await platform.act('decideByPerson', {
    ...decision,
    actor: actorOf(),
  } as ActionInput<'decideByPerson'>)
  host.out(jsonLine(decided))
}

/** The category of the policy, if it applies to the site of the post. Throws `invalid` with those that do. */
function applicable({ policy }: Platform, { site }: Pick<PostRow, 'site'>, id: string): PolicyCategory {
  const known = policy.categories.filter(category => category.sites.includes(site)).map(category => category.id)
  const category = categoryOf(policy, id)
  if (category && known.includes(id)) return category
  const nearest = suggestion(id, known)
  const hint = nearest.startsWith('did') ? `${nearest} ` : ''
  const wrong = category ? `does not apply to ${site}` : 'is no category of the policy'
  throw new Problem('invalid', `CATEGORY: "${id}" ${wrong}; ${hint}It takes one of ${known.join(', ')}.`)
}

async function list({ db }: Platform, out: (line: string) => void): Promise<void> {
  const edits = (await editsInReview(db, listedAtOnce)).map(edit => ({ ...edit, edits: edit.post_id }))
  const waiting = [...(await postsInReview(db, listedAtOnce)).map(post => ({ ...post, edits: undefined })), ...edits]
  for (const post of waiting.sort((a, b) => a.submitted_at - b.submitted_at))
    out(
      jsonLine({
        edits: post.edits,
        ...(await described(db, post)),
        flags: (JSON.parse(post.facts) as PostFacts).flags,
        verdict: post.verdict === null ? null : (JSON.parse(post.verdict) as object),
      }),
    )
}

async function listReported({ db }: Platform, out: (line: string) => void): Promise<void> {
  const reports = Map.groupBy(await openReports(db, listedAtOnce), report => report.post_id)
  for (const [postId, ofPost] of reports) {
    const post = await postById(db, postId)
    if (post) out(jsonLine({ ...(await described(db, post)), reports: await Promise.all(ofPost.map(told(db))) }))
  }
}

/** What a person needs to know of a post to judge it. */
async function described(
  db: Platform['db'],
  post: Pick<PostRow, 'id' | 'site' | 'account_id' | 'submitted_at' | 'price' | 'fields'>,
) {
  const author = await accountById(db, post.account_id)
  return {
    id: post.id,
    site: post.site,
    handle: author?.handle ?? null,
    strikes: author?.strikes ?? 0,
    submitted_at: instant(post.submitted_at),
    price: post.price,
    fields: JSON.parse(post.fields) as PostFields,
  }
}

function told(db: Platform['db']) {
  return async ({ id, reason, details, email, account_id, created_at }: ReportRow) => {
    const reporter = account_id === null ? undefined : await accountById(db, account_id)
    return { id, reason, details, email, handle: reporter?.handle ?? null, created_at: instant(created_at) }
  }
}
