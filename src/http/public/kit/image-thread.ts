// The thread that draws share images: it answers each SVG with a PNG, in the order of arrival.
import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { fontFamily, fontFile } from './font.ts'

const font = { loadSystemFonts: false, fontFiles: [fontFile], defaultFontFamily: fontFamily }

parentPort?.on('message', (svg: string) => parentPort?.postMessage(new Resvg(svg, { font }).render().asPng()))
