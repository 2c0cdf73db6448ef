// The stylesheet and the script of the console alone.
import { assetFile } from '../public/kit/asset.ts'

export const reviewStyle = assetFile(new URL('./review.css', import.meta.url))
export const reviewScript = assetFile(new URL('./review.js', import.meta.url))
