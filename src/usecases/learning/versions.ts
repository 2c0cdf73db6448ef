// Lists and activates versions of the embedded model: the packaged model and the learned versions.
import { Problem } from '../../contract/problems/problem.ts'
import { instant } from '../../domain/times/time.ts'
import { type Learned, unpacked } from '../../moderation/embedded/learned.ts'
import { packagedModel } from '../../moderation/embedded/packaged-model.ts'
import {
  activeVersion,
  modelVersions,
  packagedVersion,
  versionBySeq,
  versionName,
} from '../../store/learning/model-versions.ts'
import type { Platform } from '../platform.ts'

/** All versions, the packaged model first. `usable`: the version was learned on top of the present packaged model. */
export async function listVersions({ db }: Platform): Promise<object[]> {
  const { base, name } = packagedModel()
  const active = await activeVersion(db)
  const versions = await modelVersions(db)
  const usable = versions.some(version => version.seq === active && version.base === base)
  return [
    { version: packagedVersion, model: name, active: !usable, usable: true },
    ...versions.map(version => ({
      version: version.seq,
      model: versionName(version),
      active: usable && version.seq === active,
      usable: version.base === base,
      forced: version.forced === 1,
      learned_by: version.actor,
      learned_at: instant(version.created_at),
      ...(JSON.parse(version.report) as object),
    })),
  ]
}

/**
 * The learned heads of a version; null for the packaged model. Throws `not_found`, and `invalid` for a version of another
 * packaged model.
 */
export async function learnedOf({ db }: Platform, version: number): Promise<Learned | null> {
  if (version === packagedVersion) return null
  const row = await versionBySeq(db, version)
  if (!row) throw new Problem('not_found', `There is no version ${version}.`)
  const { base, name } = packagedModel()
  if (row.base !== base)
    throw new Problem('invalid', `Version ${version} was learned for ${row.base_name}; the packaged model is ${name}.`)
  return unpacked(versionName(row), row.heads)
}

/** Activates an earlier version, or the previously active one if `to` is null. Throws `not_found`, `invalid`. */
export async function rollBack(platform: Platform, { to, actor }: { to: number | null; actor: string }) {
  const { base, name: baseName } = packagedModel()
  return platform.act('rollBackModel', { base, baseName, to, actor })
}
