// Trains the heads and bounds of single languages alone, and keeps all others: npm run train:languages -- [--test]. Some five minutes; the
// result is that of a whole training if only posts of models/moderation/data/languages were added since the last one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readModel } from '../src/moderation/embedded/model-file.ts'
import { modelFolder } from '../src/moderation/embedded/packaged-model.ts'
import { featureCount } from '../src/moderation/embedded/text-features.ts'
import { loadPolicy } from '../src/moderation/policy-file.ts'
import type { AllFigures } from './card.ts'
import { finish } from './finish.ts'

const folder = modelFolder()
const { values } = parseArgs({ options: { test: { type: 'boolean' } } })
const { settings, rarity, heads } = readModel(folder)
const { weightsSha256: _, ...kept } = settings
const { figures } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as { figures: AllFigures }
const bytes = readFileSync(join(folder, 'weights.bin')).subarray(0, featureCount * (1 + heads.scales.length))
finish(
  folder,
  { base: { settings: kept, rarity, heads }, parts: [bytes], figures },
  {
    policyVersion: loadPolicy().version,
    measuresTest: values.test === true,
    say: text => process.stderr.write(`${text}\n`),
  },
)
