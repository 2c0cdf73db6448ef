// Adds to the problem of a dry run the body as it would be valid, or what only its author can decide (contract.md §8).
import { editProblem } from '../../actions/rules/guards.ts'
import { invalid, notAnObject, Problem } from '../../contract/problems/problem.ts'
import type { Proposed } from '../../contract/problems/proposal.ts'
import { isObject } from '../../domain/is-object.ts'
import { checkPost } from '../../domain/posts/check-post.ts'
import { opened } from '../../domain/posts/proposals/envelope.ts'
import { type Proposal, propose } from '../../domain/posts/proposals/propose.ts'
import { readJsonText } from '../../domain/text/json-text.ts'
import { postById } from '../../store/posts/posts.ts'
import { revisionById } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'
import { prepareEdit } from './prepare-edit.ts'
import type { SubmitRequest } from './submit.ts'

type Members = Record<string, unknown>

/** The body of a dry run as an object. Throws `invalid_json`, with a proposal where one post can be taken out of it. */
export async function objectToCheck(platform: Platform, request: SubmitRequest): Promise<void> {
  const sent: unknown = request.body
  if (isObject(sent)) return
  const { errors = [], ...proposed } = (await proposalFor(platform, request)) ?? {}
  throw notAnObject(sent, { ...proposed, ...(errors.length > 0 && { errors }) })
}

/** The problem of a dry run with the proposal for its body; other problems and failures as they are. */
export async function withProposal(platform: Platform, request: SubmitRequest, thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof Problem) || thrown.code !== 'invalid') return thrown
  const found = await proposalFor(platform, request)
  if (!found) return thrown
  const { errors: sent = [], candidates } = thrown.extras
  const { errors: left, ...proposed } = found
  const known = new Set(sent.map(kindOf))
  return invalid([...sent, ...left.filter(error => !known.has(kindOf(error)))], candidates, proposed)
}

/** Where an error is and what would be right there, whatever it got. */
function kindOf(error: string): string {
  const [at = ''] = error.split(': ', 1)
  return `${at}${error.slice(error.indexOf('; '))}`
}

async function proposalFor(platform: Platform, request: SubmitRequest): Promise<(Proposed & Proposal) | null> {
  const site = platform.site(request.site)
  const post = opened(site, request.body, readJsonText)
  const edited = await editedBy(platform, request)
  if (!post || edited === undefined) return null
  const now = platform.now()
  const { places } = platform
  const errorsOf = (body: Members) =>
    edited === null
      ? checkPost(site, body, { now, places }).then(({ errors }) => errors)
      : errorsOfEdit(platform, request, body)
  return propose(post, { site, now, places, edited, errorsOf })
}

/** The shown text of the post that is edited; null for a new post, undefined where the post cannot be edited. */
async function editedBy(
  platform: Platform,
  { postId, caller, site }: SubmitRequest,
): Promise<Members | null | undefined> {
  if (postId === undefined) return null
  const post = await postById(platform.db, postId)
  if (!post || editProblem(post, { postId, keyId: caller.keyId, site }, platform.now())) return undefined
  const shown = await revisionById(platform.db, post.shown_revision)
  return shown && (JSON.parse(shown.fields) as Members)
}

async function errorsOfEdit(platform: Platform, request: SubmitRequest, body: object): Promise<string[] | null> {
  const { site, caller, postId = '' } = request
  const of = { postId, keyId: caller.keyId, site }
  const checked = prepareEdit(platform, of, body, { accountId: caller.accountId, dryRun: true })
  return checked.then(
    () => [],
    thrown => (thrown instanceof Problem && thrown.code === 'invalid' ? (thrown.extras.errors ?? null) : null),
  )
}
