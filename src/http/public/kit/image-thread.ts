// The thread that draws share images: it answers each SVG with a PNG, in the order of arrival.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { displayFiles, fontFilesIn, shareFamily } from './share-fonts.ts'
import { openTypeOfWoff } from './woff.ts'
import { openTypeOf } from './woff2.ts'

const unpacked = new Map<string, string>()

/** The path of a font as OpenType: the library reads fonts from files alone. */
function pathOf({ file, packed }: { file: string; packed: boolean }): string {
  if (!packed) return file
  const known = unpacked.get(file)
  if (known !== undefined) return known
  const path = join(workerData as string, basename(file))
  const unpack = file.endsWith('.woff2') ? openTypeOf : openTypeOfWoff
  writeFileSync(path, unpack(readFileSync(file)))
  unpacked.set(file, path)
  return path
}

parentPort?.on('message', (svg: string) => {
  // The files of one family take each other's place in this order, before any other font.
  const font = {
    loadSystemFonts: false,
    fontFiles: [...displayFiles, ...fontFilesIn(svg)].map(pathOf),
    defaultFontFamily: shareFamily,
  }
  parentPort?.postMessage(new Resvg(svg, { font }).render().asPng())
})
