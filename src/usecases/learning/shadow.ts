// The candidate of this process: a policy or a version of the model that judges beside the service, after it, and decides nothing.
import { limits } from '../../contract/limits.ts'
import type { Listed } from '../../contract/moderation/list-entries.ts'
import type { Policy } from '../../contract/moderation/policy.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { sha256 } from '../../domain/ids.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import { type Learned, unpacked } from '../../moderation/embedded/learned.ts'
import { packagedModel } from '../../moderation/embedded/packaged-model.ts'
import type { ModerationModel } from '../../moderation/model.ts'
import { ownPolicyFrom } from '../../moderation/policy-file.ts'
import type { Decision } from '../../moderation/verdict.ts'
import type { Db } from '../../store/database/schema.ts'
import { packagedVersion, versionBySeq, versionName } from '../../store/learning/model-versions.ts'
import { type CandidateRow, candidateRow, shadowVersion } from '../../store/learning/shadow.ts'

export type Candidate = {
  seq: number
  /** Its own policy; null: the policy in force. */
  policy: Policy | null
  model: ModerationModel
  oneIn: number
}

/** A text that was decided, with what was read of it and what was found in it. */
export type DecidedText = {
  revisionId: string
  postId: string
  accountId: string
  site: SiteId
  text: PostText
  /** That which was found in the text. */
  language: string | undefined
  flags: readonly string[]
  listed: readonly Listed[]
  decision: Decision
}

export type Shadow = {
  candidate(): Candidate | null
  /** Loads the candidate if it has changed. One that cannot be loaded is logged and not used. Costs one short query while it is the same. */
  follow(): Promise<void>
  /** Keeps a decided text until its decision is recorded. Never throws. */
  note(text: DecidedText): void
  /** Lets a kept text wait for the candidate, or forgets it where the decision was not `recorded`. */
  settle(revisionId: string, recorded: boolean): void
  /** Takes at most `most` waiting texts, and the number of texts that found no room since the last call. */
  take(most: number): { texts: DecidedText[]; missed: number }
}

/** No candidate ever. */
export const noShadow: Shadow = {
  candidate: () => null,
  follow: async () => {},
  note() {},
  settle() {},
  take: () => ({ texts: [], missed: 0 }),
}

type Parts = {
  db: Db
  log: { error(fields: object, message: string): void }
  /** The policy in force. */
  policy: Policy
  /** The model of a candidate. `learned`: its heads, null for the packaged model; `same`: those that decide. */
  modelOf(policy: Policy, learned: Learned | null | 'same'): ModerationModel
  /** Told the heads of the candidate; undefined where there is none. */
  onHeads(learned: Learned | null | 'same' | undefined): void
}

/** The candidate of a database. */
export function createShadow({ db, log, policy: inForce, modelOf, onHeads }: Parts): Shadow {
  let version = 0
  let candidate: Candidate | null = null
  let missed = 0
  const noted = new Map<string, DecidedText>()
  const waiting = new Map<string, DecidedText>()

  const load = async (row: CandidateRow): Promise<Candidate> => {
    const policy = row.policy === null ? null : ownPolicyFrom(row.policy, `of candidate ${row.seq}`)
    const learned = row.learned === null ? ('same' as const) : await headsOf(db, row.learned)
    const model = modelOf(policy ?? inForce, learned)
    onHeads(learned)
    return { seq: row.seq, policy, model, oneIn: row.one_in }
  }

  return {
    candidate: () => candidate,
    async follow() {
      const latest = await shadowVersion(db)
      if (latest === version) return
      const row = await candidateRow(db)
      version = latest
      candidate?.model.close?.()
      candidate = null
      onHeads(undefined)
      noted.clear()
      waiting.clear()
      missed = 0
      if (!row) return
      try {
        candidate = await load(row)
      } catch (error) {
        log.error({ code: 'shadow-refused', err: error }, 'the candidate cannot be loaded and judges nothing here')
      }
    },
    note(text) {
      if (!candidate || !isJudged(text.revisionId, candidate.oneIn)) return
      // A worker records what it has judged before it judges more, so few are kept.
      if (noted.size < limits.shadowWaiting) noted.set(text.revisionId, text)
      else missed++
    },
    settle(revisionId, recorded) {
      const text = noted.get(revisionId)
      if (!text) return
      noted.delete(revisionId)
      if (!recorded) return
      if (waiting.size < limits.shadowWaiting) waiting.set(revisionId, text)
      else missed++
    },
    take(most) {
      const texts = [...waiting.values()].slice(0, most)
      for (const { revisionId } of texts) waiting.delete(revisionId)
      const taken = { texts, missed }
      missed = 0
      return taken
    },
  }
}

/** The heads of a version; null for the packaged model. Throws where it is not there, or belongs to another packaged model. */
async function headsOf(db: Db, version: number): Promise<Learned | null> {
  if (version === packagedVersion) return null
  const row = await versionBySeq(db, version)
  const { base, name } = packagedModel()
  if (row?.base !== base) throw new Error(`version ${version} was not learned for ${name}`)
  return unpacked(versionName(row), row.heads)
}

/** Whether a text is among the one in `oneIn`, by its id, which nobody chooses. */
function isJudged(revisionId: string, oneIn: number): boolean {
  return oneIn === 1 || Number.parseInt(sha256(revisionId).slice(0, 8), 16) % oneIn === 0
}
