// Reads the logo of the operator: a square SVG without script and outside references, or a square PNG.
import { readFileSync, statSync } from 'node:fs'
import type { Logo } from '../../contract/face.ts'

const mostBytes = 64 * 1_024
const [leastPixels, mostPixels] = [64, 1_024]

/** The logo in a file, or what is wrong with the file. */
export function readLogo(file: string): Logo | string {
  let body: Buffer
  try {
    const { size } = statSync(file)
    if (size > mostBytes) return `${file} has ${size} bytes; a logo has at most ${mostBytes}`
    body = readFileSync(file)
  } catch (error) {
    return `${file} cannot be read (${(error as NodeJS.ErrnoException).code})`
  }
  if (/\.png$/i.test(file)) return faultOfPng(body) ?? { type: 'image/png', body: body.toString('base64') }
  if (!/\.svg$/i.test(file)) return `${file} is no logo; it takes a file .svg or .png`
  const fault = faultOfSvg(body)
  return fault === null ? { type: 'image/svg+xml', body: body.toString('base64') } : `${file} ${fault}`
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

function faultOfPng(body: Buffer): string | null {
  if (!body.subarray(0, pngStart.length).equals(pngStart) || body.length < 33) return 'the logo is not a PNG'
  const [width, height] = [body.readUInt32BE(16), body.readUInt32BE(20)]
  if (width !== height || width < leastPixels || width > mostPixels)
    return `the logo is ${width} × ${height} pixels; it takes a square of ${leastPixels} to ${mostPixels}`
  return null
}

/** What an SVG must not have, in the order in which it is told. Styles can name files too, also behind escapes. */
const refused: readonly [RegExp, string][] = [
  [/<!(DOCTYPE|ENTITY)/i, 'has a document type; it takes a file without <!DOCTYPE> and entities'],
  [
    /<(?:[\w-]+:)?(script|foreignObject|iframe|object|embed|handler|listener|image|feImage|a)\b/i,
    'has an element that a logo must not have',
  ],
  [/\son[a-z]+\s*=/i, 'has a handler of events'],
  [/<\?(?!xml\s)/i, 'has a processing instruction'],
  [
    /(?<![\w-])(?:[\w-]+:)?(?:href|src)\s*=(?!\s*["']#)/i,
    'refers to another file; it takes references into itself alone, such as #id',
  ],
  [/url\((?!\s*["']?#)|@import|image-set|\\/i, 'refers to another file in a style'],
  [/javascript:|data:|&#/i, 'has an address or an escape that a logo must not have'],
]

function faultOfSvg(body: Buffer): string | null {
  const text = body.toString('utf8')
  if (!Buffer.from(text).equals(body) || text.includes('\0')) return 'is not in UTF-8'
  const outside = text.replace(/<!--[\s\S]*?-->/g, '')
  const root = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?<svg\b([^>]*)>/.exec(outside)?.[1]
  if (root === undefined || !/<\/svg>\s*$/.test(text)) return 'does not begin with <svg and end with </svg>'
  if (!/xmlns=["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(root)) return 'lacks xmlns="http://www.w3.org/2000/svg"'
  const [, width, height] =
    /\sviewBox=["']\s*[\d.e-]+[\s,]+[\d.e-]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*["']/.exec(root) ?? []
  if (width === undefined || Number(width) !== Number(height) || Number(width) === 0)
    return 'is no square; its viewBox takes a width and a height that are equal, such as "0 0 16 16"'
  const found = refused.find(([pattern]) => pattern.test(text))
  return found ? `${found[1]} (${JSON.stringify(found[0].exec(text)?.[0].trim())})` : null
}
