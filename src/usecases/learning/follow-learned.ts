// Keeps this process on the active learned version of the embedded model.
import { type Learned, unpacked } from '../../moderation/embedded/learned.ts'
import { packagedModel } from '../../moderation/embedded/packaged-model.ts'
import { activeVersion, packagedVersion, versionBySeq, versionName } from '../../store/learning/model-versions.ts'
import type { Platform } from '../platform.ts'

/**
 * A function that resolves with the active version; null for the packaged model. A call costs one short query while the version
 * stays the same. Logs a change of the version. A version of another packaged model is logged and not used.
 */
export function followLearned({ db, log }: Pick<Platform, 'db' | 'log'>): () => Promise<Learned | null> {
  let known: { version: number; learned: Learned | null } = { version: packagedVersion, learned: null }
  return async () => {
    const version = await activeVersion(db)
    if (version !== known.version) {
      const learned = version === packagedVersion ? null : await readVersion({ db, log }, version)
      log.info({ model: learned?.name ?? packagedModel().name }, 'the moderation model changed')
      known = { version, learned }
    }
    return known.learned
  }
}

/** A version learned on top of the packaged model; null for a version of another one. */
async function readVersion({ db, log }: Pick<Platform, 'db' | 'log'>, version: number): Promise<Learned | null> {
  const row = await versionBySeq(db, version)
  const { base, name } = packagedModel()
  if (row?.base === base) return unpacked(versionName(row), row.heads)
  log.warn(
    { version, learned_beside: row?.base_name, packaged: name },
    'the learned version belongs to another packaged model and is not used; run "handbill moderation learn" again',
  )
  return null
}
