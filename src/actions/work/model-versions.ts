// Adds what the embedded model has learned, and says which version of it decides; every node follows.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import {
  activeVersion,
  insertVersion,
  packagedVersion,
  setActiveVersion,
  versionBySeq,
  versionName,
} from '../../store/moderation/model-versions.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import type { Scope } from '../scope.ts'

/** The packaged model of whoever asks: a hash of it, and what it is called. */
type Base = { base: string; baseName: string }

export type Learning = Base & {
  /** As moderation/embedded/learned.ts packs them. */
  heads: string
  report: object
  /** What has got worse by more than the bound; activated nevertheless. */
  worse: readonly string[]
  actor: string
}

/** Adds a version and makes it the active one. Its number and name. */
export async function addModelVersion(scope: Scope, { base, baseName, heads, report, worse, actor }: Learning) {
  const { db, now } = scope
  const before = await activeVersion(db)
  const forced = worse.length > 0
  const version = await insertVersion(
    db,
    {
      base,
      base_name: baseName,
      heads,
      report: JSON.stringify(report),
      forced: forced ? 1 : 0,
      before: before === packagedVersion ? null : before,
      actor,
      created_at: now,
    },
    limits.modelVersionsKept,
  )
  await setActiveVersion(db, version)
  const name = versionName({ base_name: baseName, seq: version })
  const reason = forced ? `forced, although it got worse: ${worse.join('; ')}` : ''
  await logDecision(db, {
    decider: 'person',
    actor,
    action: 'learn',
    subject: name,
    reason,
    detail: { before, after: version, forced },
    now,
  })
  return { version, model: name }
}

/**
 * Makes an earlier version the active one: that of a number, or the one that was active before. Throws `not_found` for a number
 * that there is not, and `invalid` for one that belongs to another packaged model, and where nothing is learned.
 */
export async function rollBackModel(
  scope: Scope,
  { base, baseName, to, actor }: Base & { to: number | null; actor: string },
) {
  const { db, now } = scope
  const before = await activeVersion(db)
  const version = to ?? (await versionBefore(scope, before, base))
  const row = version === packagedVersion ? undefined : await versionBySeq(db, version)
  if (version !== packagedVersion && !row) throw new Problem('not_found', `There is no version ${version}.`)
  if (row && row.base !== base)
    throw new Problem(
      'invalid',
      `Version ${version} was learned beside ${row.base_name}, and this is ${baseName}; learn again.`,
    )
  await setActiveVersion(db, version)
  const model = row ? versionName(row) : baseName
  await logDecision(db, {
    decider: 'person',
    actor,
    action: 'rollback',
    subject: model,
    reason: '',
    detail: { before, after: version },
    now,
  })
  return { version, model, before }
}

/** The version that was active before one, of those that are kept and belong to the packaged model. */
async function versionBefore({ db }: Scope, active: number, base: string): Promise<number> {
  if (active === packagedVersion) throw new Problem('invalid', 'Nothing that was learned is active.')
  for (let seq = (await versionBySeq(db, active))?.before; seq; ) {
    const row = await versionBySeq(db, seq)
    if (row?.base === base) return seq
    seq = row?.before
  }
  return packagedVersion
}
