// The script of readers' pages.
import { assetFile } from './asset.ts'

export const readersTime = assetFile(new URL('./readers-time.js', import.meta.url))
