// Versions of the learned heads of the embedded model, and the one that is active on the whole platform.
import { type Insertable, type Selectable, sql } from 'kysely'
import { writeMeta } from '../database/meta.ts'
import { prepared } from '../database/prepared.ts'
import type { Db, ModelVersionsTable } from '../database/schema.ts'
export type ModelVersion = Selectable<ModelVersionsTable>

/** The number of the packaged model, without learned heads. */
export const packagedVersion = 0

/** The name in `meta` of the number of the active version. */
export const activePointer = 'active_model'

const active = prepared<Record<string, never>>()(db =>
  db.selectFrom('meta').select('value').where('name', '=', sql.lit(activePointer)),
)

export async function activeVersion(db: Db): Promise<number> {
  return Number((await active(db, {}))[0]?.value ?? packagedVersion)
}

/** Activates a version on every node. */
export async function setActiveVersion(db: Db, version: number): Promise<void> {
  await writeMeta(db, activePointer, String(version))
}

export async function versionBySeq(db: Db, seq: number): Promise<ModelVersion | undefined> {
  return db.selectFrom('model_versions').selectAll().where('seq', '=', seq).executeTakeFirst()
}

/** All stored versions, oldest first, without their heads. */
export async function modelVersions(db: Db): Promise<Omit<ModelVersion, 'heads'>[]> {
  return db
    .selectFrom('model_versions')
    .select(['seq', 'base', 'base_name', 'report', 'forced', 'before', 'actor', 'created_at'])
    .orderBy('seq')
    .execute()
}

/** Adds a version and deletes the oldest beyond `kept`, but not those `inUse`; returns the number of the new one. */
export async function insertVersion(
  db: Db,
  version: Omit<Insertable<ModelVersionsTable>, 'seq'>,
  { kept, inUse }: { kept: number; inUse: readonly number[] },
): Promise<number> {
  const { seq } = await db.insertInto('model_versions').values(version).returning('seq').executeTakeFirstOrThrow()
  const newest = db.selectFrom('model_versions').select('seq').orderBy('seq', 'desc').limit(kept)
  await db
    .deleteFrom('model_versions')
    .where('seq', 'not in', newest)
    .where('seq', 'not in', [packagedVersion, ...inUse])
    .execute()
  return seq
}

/** The name of a version in decisions. */
export function versionName({ base_name, seq }: Pick<ModelVersion, 'base_name' | 'seq'>): string {
  return `${base_name} learned ${seq}`
}
