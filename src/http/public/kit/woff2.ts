// Unpacks a WOFF2 font with PostScript outlines, whose tables are stored as they are (W3C WOFF2 §4, §5).
import { brotliDecompressSync } from 'node:zlib'

/** The tags that a table directory names by number (W3C WOFF2 §4.1). */
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'

const headerLength = 48
/** The table directory of an OpenType font begins behind 12 bytes and has 16 for each table. */
const [sfntHeader, sfntEntry] = [12, 16]

/** The font as OpenType. Throws for a font whose tables are transformed, as those with TrueType outlines are. */
export function openTypeOf(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('this is no WOFF2 font')
  const flavour = file.readUInt32BE(4)
  const count = file.readUInt16BE(12)
  let at = headerLength
  const number = () => {
    let value = 0
    for (let byte = 0x80; byte & 0x80; ) {
      byte = file[at++]!
      value = value * 128 + (byte & 0x7f)
    }
    return value
  }
  const tables = Array.from({ length: count }, () => {
    const flags = file[at++]!
    const known = flags & 0x3f
    const tag = known === 0x3f ? file.toString('latin1', at, at + 4) : knownTags.slice(known * 5, known * 5 + 4)
    if (known === 0x3f) at += 4
    if (flags >> 6 !== 0 || tag === 'glyf' || tag === 'loca') throw new Error(`the table ${tag} is transformed`)
    return { tag, length: number() }
  })
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  return withDirectory(flavour, tables, data)
}

/** Tables that lie one behind the other as an OpenType file. */
export function withDirectory(
  flavour: number,
  tables: readonly { tag: string; length: number }[],
  data: Buffer,
): Buffer {
  const padded = (length: number) => Math.ceil(length / 4) * 4
  const start = sfntHeader + tables.length * sfntEntry
  const whole = Buffer.alloc(start + tables.reduce((sum, { length }) => sum + padded(length), 0))
  whole.writeUInt32BE(flavour, 0)
  whole.writeUInt16BE(tables.length, 4)
  let [from, to] = [0, start]
  const entries = tables.map(({ tag, length }) => {
    data.copy(whole, to, from, from + length)
    const entry = { tag, at: to, length }
    from += length
    to += padded(length)
    return entry
  })
  // Readers search the directory by tag.
  entries.sort((a, b) => (a.tag < b.tag ? -1 : 1))
  entries.forEach(({ tag, at, length }, i) => {
    const entry = sfntHeader + i * sfntEntry
    whole.write(tag, entry, 'latin1')
    whole.writeUInt32BE(at, entry + 8)
    whole.writeUInt32BE(length, entry + 12)
  })
  return whole
}
