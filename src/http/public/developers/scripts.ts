// The scripts of the developers' pages: copy buttons and the console. The pages are complete without the copy buttons.
import { assetFile } from '../kit/asset.ts'

export const copyScript = assetFile(new URL('./copy-buttons.js', import.meta.url))
export const consoleScript = assetFile(new URL('./dry-run-form.js', import.meta.url))
