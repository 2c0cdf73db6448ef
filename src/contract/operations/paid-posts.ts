// The operations that are paid for: a post and an edit of one.
import { Type } from 'typebox'
import { type AbusiveText, abusiveTextSchema } from '../abusive-text.ts'
import { coded } from '../currency.ts'
import { idempotencyKeyPattern, idempotencyKeyTakes } from '../ids.ts'
import { limits } from '../limits.ts'
import { guardCodes } from '../moderation/guards.ts'
import { type Approval, editBody, eventStatuses, type OwnPost, ownPostSchema, type Rejection } from '../posts.ts'
import { prices } from '../prices.ts'
import { sentences, stateOf } from '../sentences.ts'
import { abuseCosts, isFree, type PricedSite } from '../sites/priced-site.ts'
import { article, capital, share, span } from '../words.ts'
import { spending } from './agentic-access.ts'
import { DryRun, dryRunAnswer, dryRunQuery, dryRunSummary } from './dry-run.ts'
import { exampleAbuse, exampleEditedPost, exampleOwnPost, examplePostId } from './examples.ts'
import { ifMatchHeader, type MoreAnswer, operation, PostId } from './row.ts'
import { approvalLine, keyNeeded, micros, noticedLine, reads, type Tool } from './tool.ts'

const handOff = 'for_human: forward message_for_owner, wait, call again; never open account_url.'
const passKey = 'Pass idempotency_key always, max_price_micros when your owner has set a limit.'
const editShare = share(prices.editFraction)

/** "spends your owner's money: 1.00 USD an occurrence, at most 5.00 USD in all, charged at once". */
function spends(site: PricedSite): string {
  if (isFree(site)) return 'costs nothing'
  const { perItemMicros, item, capMicros } = site.price
  const most = capMicros > perItemMicros ? `, at most ${coded(capMicros)} in all` : ''
  return `spends your owner's money: ${coded(perItemMicros)} ${article(item)}${most}, charged at once`
}

const costsMoney = (site: PricedSite) => (isFree(site) ? '' : ' (costs money)')

/** A sentence of one site, to follow the sentences of all sites. */
const added = (between: string, sentence: string | undefined) => (sentence ? `${between}${sentence}` : '')

const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: idempotencyKeyPattern,
      description: `${capital(idempotencyKeyTakes)}, kept ${span(limits.idempotencyMs)}.`,
    }),
  ),
})

/** The answer to an edit that nobody judges: one that changes nothing, or, where posts have times, that takes effect at once. */
function dryRunOrDone(site: PricedSite, baseUrl: string) {
  const dryRun = dryRunAnswer(site, baseUrl)
  return {
    ...dryRun,
    description:
      'With `dry_run=true`, the result of the check. Otherwise the post after an edit that needs no moderation: already public, or as it was where the edit changes nothing.',
    schema: Type.Union([DryRun, ownPostSchema(site.post)]),
    headers: { 'Idempotent-Replayed': 'sometimes' },
    examples: { ...dryRun.examples, done: exampleOwnPost(site, baseUrl, 'published') },
  } as const satisfies MoreAnswer
}

/** The answer to a post or an edit that a fixed rule finds to be abuse. */
function penalisedAnswer(site: PricedSite, baseUrl: string) {
  return {
    status: 422,
    description:
      'As application/json, with the `code` abuse: a fixed rule found certain abuse. The post is rejected, its price and a penalty were charged, and the account has a strike. Do not send it again.',
    schema: abusiveTextSchema(site.post),
    headers: { 'Idempotent-Replayed': 'sometimes' },
    examples: { penalised: exampleAbuse(site, baseUrl) },
  } as const satisfies MoreAnswer
}

/** The sentences about a text that waits for its owner. */
const awaitingLine = (approval: Approval | undefined) =>
  `${approval ? approvalLine(approval).join(' ') : ''} Do not send it again: get_post or list_outcomes tell what the owner says.`

const postTool: Tool<OwnPost> = {
  name: site => `post_${site.noun}`,
  title: site => `Post ${article(site.noun)}${costsMoney(site)}`,
  description: site =>
    [
      `Publishes ${article(site.noun)} for everyone, under CC BY 4.0, and ${spends(site)}. Call check_${site.noun} first: it is free.`,
      `Moderation decides in about ${span(limits.decisionMs.running)}: call get_post until it is no longer queued. Low quality is rejected and refunded; abuse (see get_policy) ${abuseCosts(site)}, ${limits.strikesToBan} strikes ban the account.`,
      `${passKey} A problem has charged nothing unless it says so. awaiting_owner: your owner approves first, nothing is charged yet. ${handOff} ${keyNeeded}`,
    ].join(' '),
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  offer: 'post',
  fixed: { dry_run: false },
  extra: ['idempotency_key', 'max_price_micros'],
  becomesTask: true,
  summary: (answer, site, baseUrl) =>
    answer.status === 'awaiting_owner'
      ? `The ${site.noun} ${answer.id} waits for its owner; it would cost ${micros(answer.price)}. ${awaitingLine(answer.approval)} ${noticedLine(answer).join(' ')}`
      : answer.rejection
        ? `The ${site.noun} ${answer.id} ${stateOf(answer.status)}. ${abuseLine(answer, answer.rejection)}`
        : `The ${site.noun} ${answer.id} is ${answer.status} and ${micros(answer.price)} were charged. Call get_post in ${answer.moderation?.retry_after_seconds ?? 60} seconds to see the decision; once published it is at ${baseUrl}/p/${answer.id} ${noticedLine(answer).join(' ')}`,
}

const checkTool: Tool<DryRun> = {
  name: site => `check_${site.noun}`,
  title: site => `Check ${article(site.noun)} for free`,
  description: site =>
    `Says what post_${site.noun} would do: every fault with a corrected proposal, the price, what the fixed rules find, and in blocking what else would stop it. Free, ${limits.dryRunsPerAccountPerDay} a day without money or a verified address; stores and charges nothing. Moderation has not judged the text yet. ${keyNeeded}`,
  hints: reads,
  offer: 'post',
  describedBy: site => `post_${site.noun}`,
  fixed: { dry_run: true },
  answerStatus: 200,
  summary: (answer, site) => dryRunSummary(answer, `post_${site.noun}`),
}

const paid = { tag: 'posts', auth: 'key', scope: 'posts:write' } as const

export const createPost = operation({
  method: 'post',
  path: '/v1/posts',
  ...paid,
  agenticAccess: spending(
    'Charges the price of a post at once, a penalty for abuse; anyone can copy a published post. dry_run=true is free.',
  ),
  summary: site =>
    `Submit a post. It is ${isFree(site) ? '' : 'charged at once, '}moderated, then published. dry_run=true checks it for free.`,
  description: site =>
    `${isFree(site) ? 'Posting is free.' : 'The price is charged at once and comes back when the post is rejected for low quality or cancelled while queued.'} Abuse ${abuseCosts(site)}: the price is kept and the rest is taken as a penalty, as far as the balance goes; ${limits.strikesToBan} strikes end the account.

Send an Idempotency-Key, so that a repeat after a failure is neither a second post nor a second charge; the same key with another body is \`idempotency_key_reused\`. With \`max_price_micros\` a post that costs more is refused as \`price_too_high\`, and nothing is charged. Refusals that cost nothing are not stored under the key: after a top-up send the same request again.

The limits of the key apply too: a post past its daily budget or its limit of a post is 402 \`budget_exhausted\`, a post on a site that the key may not use is 403 \`insufficient_scope\`. Where the owner wants to be asked first, the answer is 202 with \`awaiting_owner\`: nothing is charged until the owner approves the post, and after ${span(limits.approvalMs)} it is dropped; \`approval\` has the state. \`getAccount\` shows the limits of the key.

\`dry_run=true\` checks everything but the verdict of moderation, and stores and charges nothing; an Idempotency-Key is then ignored. An account without money or without a verified e-mail address has ${limits.dryRunsPerAccountPerDay} dry runs a UTC day, of posts and edits together; then the answer is 429 \`rate_limited\`. The 400 of a dry run of a faulty body carries \`proposal\`, the body as it would be valid, if every fault has one correction; \`changes\`, each correction with its reason; and \`choices\`, what has several readings. A time, place, price or date is never guessed. null for an optional member is absence. After 202 wait the seconds of Retry-After and call \`getPost\`, or wait for the webhook.${added(' ', site.prose.submit)}`,
  query: dryRunQuery,
  headers: idempotencyHeaders,
  body: site => site.body,
  bodyNeeds: ({ timed, needsOneOf }) => [
    ...(timed ? [[[timed.start, timed.end], [timed.series]]] : []),
    ...(needsOneOf.length > 0 ? [needsOneOf.map(member => [member])] : []),
  ],
  bodyCheckedByAction: true,
  nullIsAbsence: true,
  status: 202,
  response: site => ownPostSchema(site.post),
  answer: 'The post is charged and queued; a post of a key that asks first waits for the owner and is not charged yet.',
  answerHeaders: { Location: 'always', 'Retry-After': 'always', 'Idempotent-Replayed': 'sometimes' },
  moreAnswers: (site, baseUrl) => [dryRunAnswer(site, baseUrl), penalisedAnswer(site, baseUrl)],
  examples: (site, baseUrl) => ({
    parameters: { 'idempotency-key': 'watercolour-2027-03-06' },
    body: { [site.noun]: site.example },
    response: {
      queued: exampleOwnPost(site, baseUrl, 'queued'),
      awaiting_owner: exampleOwnPost(site, baseUrl, 'awaiting_owner'),
    },
  }),
  guards: guardCodes('post'),
  tool: [postTool, checkTool],
})

const editTool: Tool<DryRun | OwnPost> = {
  name: site => `edit_${site.noun}`,
  title: site => `Edit ${article(site.noun)}${costsMoney(site)}`,
  description: site =>
    [
      `Changes ${article(site.noun)} that your key has published: give its id and what changes; clear takes members away.`,
      isFree(site)
        ? 'It costs nothing. dry_run=true first: tells every fault.'
        : `It spends your owner's money: ${editShare} the price as edited, or the price difference when that is more${site.prose.growing ? ` (${site.prose.growing})` : ''}, charged at once. dry_run=true first: free, tells the price and every fault.`,
      ...(site.prose.editTool ? [site.prose.editTool] : []),
      `The published text stays until moderation has decided (edit.status in get_post); low quality is refunded, abuse ${abuseCosts(site)}.`,
      `${passKey} ${keyNeeded}`,
    ].join(' '),
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  describedBy: site => `post_${site.noun}`,
  extra: ['idempotency_key', 'max_price_micros'],
  offer: 'post',
  clears: true,
  answerStatus: 'any',
  holdsPosts: true,
  summary: (answer, site, baseUrl) =>
    'dry_run' in answer
      ? dryRunSummary(answer, `edit_${site.noun}`)
      : `${editSummary(answer, site)} Its page: ${baseUrl}/p/${answer.id}`,
}

/** A text that is rejected at once is abuse: its answer says what that has cost. */
function abuseLine(answer: OwnPost, { category, statement }: Rejection): string {
  return `${(answer as AbusiveText).detail} The category is ${category}. ${statement.note}`
}

function editSummary(own: OwnPost, { noun, timed, closes }: PricedSite): string {
  const { id, edit, post, note = '' } = own
  if (!edit) {
    const shown = (post ?? {}) as Record<string, unknown>
    const times = (timed ? (shown[timed.series] ?? []) : []) as Record<string, unknown>[]
    const off = times.filter(time => time[timed?.statusOfOne ?? ''] === 'cancelled').length
    const alone = off > 0 && off < times.length ? `, ${off} of its ${times.length} dates cancelled` : ''
    const now = timed ? ` It is ${shown[timed.status] ?? eventStatuses[0]}${alone}.` : ''
    const word = closes ? `${shown[closes.member] ? '' : 'not '}${closes.member}` : undefined
    if (note === sentences.nothingChanged) return `The ${noun} ${id} stays as it is.${now} ${note}`
    return `The ${noun} ${id} is ${word ?? shown[timed?.status ?? ''] ?? eventStatuses[0]} now${alone}, for everyone to see. Nothing was charged.`
  }
  if (edit.status === 'awaiting_owner')
    return `The edit of ${id} waits for its owner; it would cost ${micros(edit.price)}. ${awaitingLine(edit.approval)} Until then the ${noun} stays as it was. ${noticedLine(edit).join(' ')}`
  if (edit.status === 'applied') return `The ${noun} ${id} is changed now, for everyone to see. ${note}`
  if (edit.rejection)
    return `The edit of ${id} is rejected. ${abuseLine(own, edit.rejection)} The published text stays.`
  return `The edit of ${id} is queued and ${micros(edit.price)} were charged; until it is decided the ${noun} stays as it was. Call get_post in ${edit.moderation?.retry_after_seconds ?? 60} seconds and look at edit.status. ${noticedLine(edit).join(' ')}`
}

export const editPost = operation({
  method: 'patch',
  path: '/v1/posts/:id',
  ...paid,
  agenticAccess: spending('Charges the price of an edit at once, a penalty for abuse. dry_run=true is free.'),
  summary: `Edit a published post of this key for ${editShare} its price. A change of words is moderated before it replaces what is public.`,
  description: site =>
    `Send the members that change; null removes one. The resulting post has to be valid as a whole. The edit is charged at once: ${editShare} the price of the post as edited, or the whole difference to its price before, when that is more. The published text stays public until the edit is decided, and for good when the edit is rejected. While an edit waits, another edit of the post is \`not_editable\`. An edit after which the post is as before, such as a repeat, is answered 200 with the post, and costs nothing. Idempotency-Key, \`dry_run=true\`, budgets and asking the owner work as in \`createPost\`, also for free changes; abuse costs the same.${added('\n\n', site.prose.edit)}`,
  params: PostId,
  query: dryRunQuery,
  headers: Type.Object({ ...idempotencyHeaders.properties, ...ifMatchHeader }),
  body: editBody,
  bodyCheckedByAction: true,
  status: 202,
  response: site => ownPostSchema(site.post),
  answer:
    'The edit is charged and queued; an edit of a key that asks first waits for the owner and is not charged yet. The post stays public as it was.',
  answerHeaders: { Location: 'always', 'Retry-After': 'always', 'Idempotent-Replayed': 'sometimes' },
  moreAnswers: (site, baseUrl) => [dryRunOrDone(site, baseUrl), penalisedAnswer(site, baseUrl)],
  examples: (site, baseUrl) => ({
    parameters: { id: examplePostId, 'idempotency-key': 'watercolour-edit-1' },
    body: {
      new_topics: { topics: ['corrected'] },
      ...(site.timed && { cancelled: { [site.timed.status]: 'cancelled' } }),
      ...(site.closes && { closed: { [site.closes.member]: true } }),
    },
    response: { queued: exampleEditedPost(site, baseUrl) },
  }),
  guards: guardCodes('edit'),
  tool: [editTool],
})
