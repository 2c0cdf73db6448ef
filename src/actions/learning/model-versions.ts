// Adds learned versions of the embedded model, and sets the active version, which every node follows.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import {
  activeVersion,
  insertVersion,
  packagedVersion,
  setActiveVersion,
  versionBySeq,
  versionName,
} from '../../store/learning/model-versions.ts'
import { candidateRow } from '../../store/learning/shadow.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import type { Scope } from '../scope.ts'

/** The packaged model of the calling process: its hash and its name. */
type Base = { base: string; baseName: string }

export type Learning = Base & {
  /** Packed by moderation/embedded/learned.ts. */
  heads: string
  report: object
  /** Figures that got worse by more than the bound. The version is kept anyway. */
  worse: readonly string[]
  /** False: it is kept, and the version before goes on deciding. */
  activate: boolean
  actor: string
}

/** Adds a version, and activates it if it is to decide. Returns its number and name. */
export async function addModelVersion(
  { db, now }: Scope,
  { base, baseName, heads, report, worse, activate, actor }: Learning,
) {
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
    { kept: limits.modelVersionsKept, inUse: [before, (await candidateRow(db))?.learned ?? before] },
  )
  if (activate) await setActiveVersion(db, version)
  const name = versionName({ base_name: baseName, seq: version })
  const reason = forced && activate ? `forced, although figures get worse: ${worse.join('; ')}` : ''
  await logDecision(db, {
    decider: 'person',
    actor,
    action: 'learn',
    subject: name,
    reason,
    detail: { before, after: activate ? version : before, forced, ...(!activate && { kept: version }) },
    now,
  })
  return { version, model: name }
}

/**
 * Activates an earlier version: the one with a number, or the previously active one. Throws `not_found` for an unknown number,
 * and `invalid` for a version of another packaged model, and when no learned version is active.
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
      `Version ${version} was learned for ${row.base_name}; the packaged model is ${baseName}. Learn again.`,
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

/** The version that was active before `active`, among the kept versions of the packaged model. */
async function versionBefore({ db }: Scope, active: number, base: string): Promise<number> {
  if (active === packagedVersion) throw new Problem('invalid', 'No learned version is active.')
  for (let seq = (await versionBySeq(db, active))?.before; seq; ) {
    const row = await versionBySeq(db, seq)
    if (row?.base === base) return seq
    seq = row?.before
  }
  return packagedVersion
}
