// The script of pages of posts with times.
import { assetFile } from './asset.ts'

export const readersTime = assetFile(new URL('./local-times.js', import.meta.url))
