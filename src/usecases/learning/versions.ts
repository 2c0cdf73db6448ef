// Versions of the embedded model: the packaged one, and what was learned beside it.
import { Problem } from '../../contract/problem.ts'
import { instant } from '../../domain/time.ts'
import { type Learned, unpacked } from '../../moderation/embedded/learned.ts'
import { packagedModel } from '../../moderation/embedded/packaged-model.ts'
import {
  activeVersion,
  modelVersions,
  packagedVersion,
  versionBySeq,
  versionName,
} from '../../store/moderation/model-versions.ts'
import type { Platform } from '../platform.ts'

/** All versions, the packaged one first. `usable`: it was learned beside the packaged model that is there today. */
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
 * What a version has learned; null for the packaged model. Throws `not_found`, and `invalid` for one that was learned beside another
 * packaged model.
 */
export async function learnedOf({ db }: Platform, version: number): Promise<Learned | null> {
  if (version === packagedVersion) return null
  const row = await versionBySeq(db, version)
  if (!row) throw new Problem('not_found', `There is no version ${version}.`)
  const { base, name } = packagedModel()
  if (row.base !== base)
    throw new Problem('invalid', `Version ${version} was learned beside ${row.base_name}, and this is ${name}.`)
  return unpacked(versionName(row), row.heads)
}

/** Goes back to a version, or to the one that was active before. Throws `not_found` and `invalid`, as the action does. */
export async function rollBack(platform: Platform, { to, actor }: { to: number | null; actor: string }) {
  const { base, name: baseName } = packagedModel()
  return platform.act('rollBackModel', { base, baseName, to, actor })
}
