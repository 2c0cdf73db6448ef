// The script of readers' pages.
import { assetFile } from './asset.ts'

export const readersTime = assetFile(new URL('./local-times.js', import.meta.url))
