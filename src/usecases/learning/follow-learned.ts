// What the embedded model has learned and is to decide with, as this process last saw it in the database.
import { type Learned, unpacked } from '../../moderation/embedded/learned.ts'
import { packagedModel } from '../../moderation/embedded/packaged-model.ts'
import { activeVersion, packagedVersion, versionBySeq, versionName } from '../../store/moderation/model-versions.ts'
import type { Platform } from '../platform.ts'

/**
 * A function that answers with the active version; null for the packaged model. One short query a call while nothing changes. The
 * log says when the version has changed, and when what was learned belongs to another packaged model: then it is not used.
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

/** A version that belongs to the packaged model; null for any other. */
async function readVersion({ db, log }: Pick<Platform, 'db' | 'log'>, version: number): Promise<Learned | null> {
  const row = await versionBySeq(db, version)
  const { base, name } = packagedModel()
  if (row?.base === base) return unpacked(versionName(row), row.heads)
  log.warn(
    { version, learned_beside: row?.base_name, packaged: name },
    'what was learned belongs to another packaged model and is not used; run "handbill moderation learn" again',
  )
  return null
}
