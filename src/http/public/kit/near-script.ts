// The script of the home page.
import { assetFile } from './asset.ts'

export const nearScript = assetFile(new URL('./near.js', import.meta.url))
