// Says whether an account could post now, and what stops it: by the guards of a real post, for sign-up, account and dry run.
import { firstProblem, type GuardInput, guardInput } from '../../actions/rules/guards.ts'
import type { Blocking, PostReadiness } from '../../contract/operations/blocking.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import type { KeyHolder } from '../../store/accounts/keys.ts'
import type { Platform } from '../platform.ts'
import { handOver } from '../problem-body.ts'

type Asked = { site: Pick<SiteContext, 'id' | 'baseUrl'>; caller: KeyHolder }

/** What stops a text beside its words and its post; undefined if nothing does. */
export function blockingOf(platform: Platform, asked: Asked, input: GuardInput): Blocking | undefined {
  // Abuse skips the guards of money, so the text counts as fine.
  const fine = { ...input, submission: { ...input.submission, refusal: null } }
  const problem = firstProblem(fine, ['standing', 'caller', 'change', 'price', 'waiting', 'money'])
  return problem ? { code: problem.code, message: problem.message, ...handOver(platform, asked, problem) } : undefined
}

/** Whether a key could post at the usual price of a site now. */
export async function readinessOf(platform: Platform, asked: Asked): Promise<PostReadiness> {
  const { db, facts } = platform
  const { site, caller } = asked
  const submission = {
    ...caller,
    site: site.id,
    edits: null,
    atOnce: null,
    price: platform.site(site.id).price.perItemMicros,
    fingerprint: '',
    refusal: null,
    maxPriceMicros: undefined,
  }
  const input = await guardInput({ db, now: platform.now(), facts }, submission, async () => undefined)
  const blocking = blockingOf(platform, asked, input)
  return { ready_to_post: !blocking, ...(blocking && { blocking }) }
}
