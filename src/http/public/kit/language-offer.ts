// The script that offers a page in the language of the browser.
import { assetFile } from './asset.ts'

export const languageOffer = assetFile(new URL('./offer-language.js', import.meta.url))
