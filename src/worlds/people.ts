// The people of a test world: a reviewer and an owner who do, a minute later, what a text asks for.
import { type TestOutcome, testMode, testOutcomeIn } from '../contract/test-mode.ts'
import { type AskedRevision, revisionsAsking } from '../store/posts/asked-revisions.ts'
import type { Platform } from '../usecases/platform.ts'
import { approve, waitingForOwner } from '../usecases/posts/approvals.ts'
import { decideText } from '../usecases/review/decide-text.ts'

/** What becomes of a text that has a status, by its outcome. */
const acts: { readonly [S in AskedRevision['status']]: Partial<Record<TestOutcome, Act>> } = {
  review: {
    'review-published': (platform, { id }) => decideText(platform, { ...person, revisionId: id, action: 'publish' }),
    'review-rejected': (platform, { id, site }) =>
      decideText(platform, { ...person, ...refused(platform, site), revisionId: id, action: 'reject' }),
  },
  published: {
    gone: (platform, { id, site }) =>
      decideText(platform, { ...person, ...refused(platform, site), revisionId: id, action: 'remove' }),
  },
  awaiting_owner: {
    async 'ask-approved'(platform, { id, account_id: accountId }) {
      const { texts } = await waitingForOwner(platform, accountId)
      const seen = texts.find(text => text.id === id)?.seen
      if (seen !== undefined) await approve(platform, { accountId, revisionId: id, seen })
    },
    'ask-refused': (platform, { id, account_id: accountId }) =>
      platform.act('refuseText', { accountId, revisionId: id, reason: 'The text asks for this outcome of a test.' }),
  },
}
type Act = (platform: Platform, revision: AskedRevision) => Promise<unknown>

const person = { actor: 'test', reason: 'The text asks for this outcome of a test.' }

const refused = ({ policy }: Platform, site: AskedRevision['site']) => {
  const category = policy.categories.find(row => row.action === 'reject_low_quality' && row.sites.includes(site))
  return { category: category?.id ?? '', penalized: false }
}

type Waiting = { at: number; act(): Promise<unknown> }

/** The acts that texts wait for, each with its time (epoch ms). */
async function waitingActs(platform: Platform): Promise<Waiting[]> {
  return (await revisionsAsking(platform.db)).flatMap(revision => {
    const outcome = testOutcomeIn(revision.fields)
    const act = outcome === null ? undefined : acts[revision.status][outcome]
    return act ? [{ at: revision.since + testMode.peopleMs, act: () => act(platform, revision) }] : []
  })
}

/** When a person acts next, epoch ms; null when nobody has anything to do. */
export async function nextAct(platform: Platform): Promise<number | null> {
  const times = (await waitingActs(platform)).map(({ at }) => at)
  return times.length === 0 ? null : Math.min(...times)
}

/** Does what is due. Resolves with the number of acts. */
export async function actAsPeople(platform: Platform): Promise<number> {
  const due = (await waitingActs(platform)).filter(({ at }) => at <= platform.now())
  for (const { act } of due)
    await act().catch(error => platform.log.warn({ err: error }, 'an outcome of a test could not be carried out'))
  return due.length
}
