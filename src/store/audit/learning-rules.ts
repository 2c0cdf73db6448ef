// Rules of the learned versions of the embedded model.
import { sql } from 'kysely'
import { activePointer, packagedVersion } from '../learning/model-versions.ts'
import type { Rule } from './rule.ts'

export const learningRules: readonly Rule[] = [
  {
    rule: 'active-model-is-kept',
    query: () => sql`
      select m.value as subject, 'the active version of the model does not exist' as detail from meta m
      where m.name = ${sql.lit(activePointer)} and m.value <> ${sql.lit(String(packagedVersion))}
        and not exists (select 1 from model_versions v where cast(v.seq as text) = m.value)`,
  },
]
