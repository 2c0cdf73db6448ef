// The guards of a submitted text: one check for each code, in the order of contract/moderation/guards.ts, for submit, edit and dry run.

import { coded } from '../../contract/currency.ts'
import { topUpAsk, verifyAsk } from '../../contract/for-owner.ts'
import { limits } from '../../contract/limits.ts'
import { type GuardCodeOf, type GuardKind, submissionGuards } from '../../contract/moderation/guards.ts'
import { Problem, unauthorized } from '../../contract/problems/problem.ts'
import { sentences, stateOf } from '../../contract/sentences.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { Refusal } from '../../domain/review/refusal.ts'
import { secondsToMidnight, utcDay } from '../../domain/times/time.ts'
import { type Account, accountById } from '../../store/accounts/accounts.ts'
import { counted } from '../../store/accounts/counters.ts'
import { type KeyRow, keyById } from '../../store/accounts/keys.ts'
import { together } from '../../store/database/prepared.ts'
import { type LivePost, livePostWith, type PostRow } from '../../store/posts/posts.ts'
import { awaitingOwner, openEditOf } from '../../store/posts/revisions.ts'
import { standsInTheWay } from '../posts/publication.ts'
import type { Submission } from '../posts/submission.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { outOfScope, overBudget, overPostLimit, pausedKey } from './budget.ts'

type Guarded = Pick<
  Submission,
  | 'accountId'
  | 'keyId'
  | 'site'
  | 'edits'
  | 'atOnce'
  | 'price'
  | 'fingerprint'
  | 'refusal'
  | 'maxPriceMicros'
  | 'byOwner'
>

/** A submission with the state of the database. */
export type GuardInput = {
  submission: Guarded
  now: number
  /** The base URL of the site. */
  baseUrl: string
  account: Account | undefined
  key: KeyRow
  /** Whether the text has to wait for the owner's approval, since its key asks first. */
  asks: boolean
  /** The number of texts of the account that wait for the owner. */
  waiting: number
  /** The edited post; undefined for a new post, and for an unknown one. */
  post: PostRow | undefined
  /** Whether an edit of the post waits for a verdict. */
  editWaits: boolean
  /** The live post with the same text. */
  duplicate: LivePost | undefined
  /** The number of changes of the status today. */
  freeChanges: number
}

/**
 * Reads the state that the guards check. `find` finds the edited post, and locks it in a transaction. `approved` is the revision
 * that the owner approves, if any: it needs no approval any more.
 */
export async function guardInput(
  { db, now, facts }: Pick<Scope, 'db' | 'now' | 'facts'>,
  submission: Guarded,
  find: (postId: string) => Promise<PostRow | undefined>,
  approved: string | null = null,
): Promise<GuardInput> {
  const { edits, atOnce, refusal, fingerprint, accountId, keyId } = submission
  const status = atOnce?.what === 'status'
  const nothingChanges = atOnce?.what === 'nothing'
  const [post, duplicate, account, stored, openEdit, freeChanges] = await together(
    edits ? find(edits.postId) : nothing,
    refusal || nothingChanges || atOnce?.publication.event?.status === 'cancelled'
      ? nothing
      : livePostWith(db, fingerprint),
    accountById(db, accountId),
    keyById(db, keyId, utcDay(now)),
    edits ? openEditOf(db, edits.postId) : nothing,
    edits && status ? counted(db, 'free-change', edits.postId, utcDay(now)) : nothing,
  )
  if (!stored) throw unauthorized('This API key does not exist any more.')
  // The owner may approve a text of a key that is paused by now.
  const key = approved === null ? stored : { ...stored, paused_at: null }
  const asks = key.ask_first && approved === null && !nothingChanges && !submission.byOwner
  const waiting = asks ? await awaitingOwner(db, accountId) : []
  const twin = edits ? undefined : waiting.find(text => text.fingerprint === fingerprint && text.key_id === keyId)
  const live = duplicate && isInTheWay(duplicate, post, status) ? duplicate : undefined
  return {
    submission,
    now,
    baseUrl: baseUrlOf(facts, submission.site),
    account,
    key,
    asks,
    waiting: waiting.length,
    post,
    // A change of the status takes effect even while an edit waits, unless the change itself has to wait.
    editWaits: openEdit !== undefined && openEdit.id !== approved && !nothingChanges && (!status || asks),
    duplicate: live ?? (twin && { id: twin.id, key_id: keyId, status: 'awaiting_owner', public: 0 }),
    freeChanges: freeChanges ?? 0,
  }
}

/** Whether a live post with the same text makes the submission a duplicate. */
function isInTheWay(live: LivePost, post: PostRow | undefined, status: boolean): boolean {
  if (live.id === post?.id) return false
  return !(status && post) || standsInTheWay(live, post)
}

const nothing = Promise.resolve(undefined)

type Check<Input> = (input: Input) => Problem | null

/** The checks of the guards of a kind, in the order of the contract. */
function inOrder<Kind extends GuardKind, Input>(
  kind: Kind,
  checks: Record<GuardCodeOf<Kind>, Check<Input>>,
): readonly Check<Input>[] {
  return submissionGuards.flatMap(guard => (guard.kind === kind ? [checks[guard.code as GuardCodeOf<Kind>]] : []))
}

function firstOf<Input>(checks: readonly Check<Input>[], input: Input): Problem | null {
  for (const check of checks) {
    const problem = check(input)
    if (problem) return problem
  }
  return null
}

type PostInput = Pick<GuardInput, 'post' | 'editWaits' | 'now'> & {
  submission: Pick<Guarded, 'keyId' | 'site'> & {
    edits: Pick<NonNullable<Guarded['edits']>, 'postId' | 'version'> | null
  }
}
type CallerInput = {
  account: Account | undefined
  key: KeyRow | undefined
  submission: Pick<Guarded, 'site'> & Partial<Pick<Guarded, 'price' | 'byOwner'>>
}

/** The guards of the Idempotency-Key are in replay.ts, since they come with an answer. count-dry-run.ts counts dry runs. */
const checks = {
  post: inOrder<'post', PostInput>('post', {
    not_found({ post, submission: { keyId, site, edits } }) {
      if (post && post.key_id === keyId && post.site === site) return null
      return new Problem('not_found', `There is no post ${edits?.postId} of this key.`)
    },

    gone: ({ post }) =>
      post && ['deleted', 'removed', 'cancelled'].includes(post.status)
        ? new Problem('gone', `The post is ${post.status} and cannot be edited.`)
        : null,

    not_editable({ post, submission: { edits }, editWaits, now }) {
      const refuse = (detail: string, again = {}) => new Problem('not_editable', detail, again)
      if (post?.status !== 'published')
        return refuse(`The post ${stateOf(post?.status ?? 'unknown')}; only a published post can be edited.`)
      if (post.expires_at !== null && post.expires_at <= now) return refuse('The post has expired; submit a new one.')
      if (post.version !== edits?.version)
        return refuse('Another edit has just been applied; read the post and send this edit again.', {
          retryable: true,
        })
      return editWaits ? waitingEdit() : null
    },
  }),

  standing: inOrder<'standing', Pick<CallerInput, 'account'>>('standing', {
    banned({ account }) {
      if (!account || account.erase_at !== null)
        throw unauthorized('The account of this API key does not exist any more, or is being deleted.')
      return account.banned_at !== null
        ? new Problem('banned', `The account has ${limits.strikesToBan} strikes and is banned.`)
        : null
    },

    suspended: ({ account }) =>
      account && account.suspended_at !== null ? new Problem('suspended', 'The account is suspended.') : null,
  }),

  caller: inOrder<'caller', CallerInput>('caller', {
    key_paused: ({ key, submission }) => (key && !submission.byOwner ? pausedKey(key) : null),

    insufficient_scope: ({ key, submission }) => (key && !submission.byOwner ? outOfScope(key, submission.site) : null),

    verify_email: ({ account, submission: { price = 0 } }) =>
      account?.email_verified === 0
        ? new Problem(
            'verify_email',
            account.email === ''
              ? 'Another account has verified the e-mail address, so this account has none. The owner has to give another address on the account page, and verify it.'
              : 'The owner has to verify the e-mail address first.',
            { ask: verifyAsk(account.email, price - account.balance) },
          )
        : null,
  }),

  change: inOrder<'change', GuardInput>('change', {
    rate_limited: ({ freeChanges, now }) =>
      freeChanges >= limits.freeChangesPerPostPerDay
        ? new Problem('rate_limited', `The status was changed ${limits.freeChangesPerPostPerDay} times today.`, {
            headers: { 'retry-after': String(secondsToMidnight(now)) },
          })
        : null,
  }),

  price: inOrder<'price', GuardInput>('price', {
    price_too_high: ({ submission: { price, maxPriceMicros } }) =>
      maxPriceMicros !== undefined && price > maxPriceMicros
        ? new Problem(
            'price_too_high',
            `The price is ${coded(price)}, and max_price_micros is ${maxPriceMicros} (${coded(maxPriceMicros)}).`,
          )
        : null,
  }),

  text: inOrder<'text', GuardInput>('text', {
    'prompt-injection': ({ submission }) => refusedAs('prompt-injection', submission.refusal),

    low_quality: ({ submission }) => refusedAs('low_quality', submission.refusal),

    'contact-details': ({ submission }) => refusedAs('contact-details', submission.refusal),

    listed: ({ submission }) => refusedAs('listed', submission.refusal),

    duplicate: ({ duplicate, submission, baseUrl }) =>
      duplicate === undefined ? null : duplicateOf(duplicate, submission.keyId, baseUrl),
  }),

  waiting: inOrder<'waiting', GuardInput>('waiting', { rate_limited: tooManyWait }),

  money: inOrder<'money', GuardInput>('money', {
    budget_exhausted: ({ key, now, submission: { price, byOwner } }) =>
      price === 0 || byOwner ? null : (overPostLimit(key, price) ?? overBudget(key, price, now)),

    needs_card: input =>
      input.account?.card_on_file === 0 ? tooLittle('needs_card', input, ' No card is on file.') : null,

    insufficient_balance: input => tooLittle('insufficient_balance', input),
  }),
}

const kindsInOrder = [...new Set(submissionGuards.map(({ kind }) => kind))]

/** The problem of the first failing guard among the guards of some kinds; null if all pass. */
export function firstProblem(input: GuardInput, kinds: readonly (keyof typeof checks)[]): Problem | null {
  const { asks, submission } = input
  const { edits, atOnce, refusal } = submission
  const status = atOnce?.what === 'status'
  for (const kind of kindsInOrder) {
    if (kind === 'key' || kind === 'dry-run' || !kinds.includes(kind)) continue
    if ((kind === 'post' && !edits) || (kind === 'change' && !status)) continue
    if ((kind === 'waiting' && !asks) || (kind === 'money' && asks)) continue
    if (refusal?.abuse && !asks && (kind === 'text' || kind === 'money')) continue
    const problem = firstOf<GuardInput>(checks[kind], input)
    if (problem) return problem
  }
  return null
}

/** The problem of editing a post at all, before the edit is read; null if the post may be edited. `now` in epoch ms. */
export function editProblem(
  post: PostRow | undefined,
  { postId, keyId, site }: { postId: string; keyId: string; site: SiteId },
  now: number,
): Problem | null {
  const submission = { keyId, site, edits: { postId, version: post?.version ?? 0 } }
  return firstOf(checks.post, { submission, now, post, editWaits: false })
}

function tooManyWait({ waiting }: GuardInput): Problem | null {
  if (waiting < limits.approvalsPerAccount) return null
  const detail = `${waiting} texts of this account wait for its owner; send this text once some of them are decided.`
  return new Problem('rate_limited', detail)
}

function tooLittle(
  code: 'needs_card' | 'insufficient_balance',
  { account, submission: { price } }: GuardInput,
  more = '',
) {
  const balance = account?.balance ?? 0
  if (balance >= price) return null
  const ask = topUpAsk(price - balance, code !== 'needs_card')
  return new Problem(code, `${sentences.tooLittle(price, balance)}${more}`, { ask })
}

function refusedAs(code: Refusal['code'], refusal: Refusal | null): Problem | null {
  return refusal?.code === code ? freeRefusal(refusal) : null
}

/** The problem of a second edit. */
export function waitingEdit(): Problem {
  const detail = 'An edit of this post waits for a decision; send this edit after the decision.'
  return new Problem('not_editable', detail, { retryable: true })
}

/** The problem of a text that the fixed rules refuse for free. */
export function freeRefusal({ code, category, reason, rule }: Refusal): Problem {
  return new Problem(code, reason, { refusal: { category, reason, rule } })
}

/** `: ID` of a live post, if a key may see it: the key's own post, or a public one; else an empty text. */
export function namedTo(keyId: string, live: LivePost | undefined): string {
  return live && (live.public === 1 || live.key_id === keyId) ? `: ${live.id}` : ''
}

/** The problem of a text that a live post has. It names the status of a post of the same key. */
export function duplicateOf(live: LivePost | undefined, keyId: string, baseUrl: string): Problem {
  const reason = `A queued or published post has the same text${namedTo(keyId, live)}.`
  const own = live?.key_id === keyId ? live : undefined
  return new Problem('duplicate', reason, {
    refusal: { category: 'duplicate', reason, rule: 'PF-DUPLICATE' },
    ...(own && {
      existing_post: { id: own.id, status: own.status, ...(own.public === 1 && { url: `${baseUrl}/p/${own.id}` }) },
    }),
  })
}

/** Refuses a banned or suspended account. Throws `unauthorized`, `banned`, `suspended`. */
export function refuseOutcast(account: Account | undefined): asserts account is Account {
  const problem = firstOf(checks.standing, { account })
  if (problem) throw problem
}

/**
 * Refuses what `refuseOutcast` refuses, a paused key, a key outside its sites, and an unverified account. Also throws `key_paused`,
 * `insufficient_scope` and `verify_email`.
 */
export function refuseUnverified(
  account: Account | undefined,
  { key, site }: { key: KeyRow | undefined; site: SiteId },
): asserts account is Account {
  refuseOutcast(account)
  const problem = firstOf(checks.caller, { account, key, submission: { site } })
  if (problem) throw problem
}
