// A thread that draws share images: each SVG that it is sent is answered with a PNG, in the order in which they come.
import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { fontFamily, fontFile } from './font.ts'

const font = { loadSystemFonts: false, fontFiles: [fontFile], defaultFontFamily: fontFamily }

parentPort?.on('message', (svg: string) => parentPort?.postMessage(new Resvg(svg, { font }).render().asPng()))
