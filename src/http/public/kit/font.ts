// Reads an OpenType font: which characters it can draw, and their widths.

export type Font = {
  /** Whether it has a glyph for a code point. */
  has(codePoint: number): boolean
  /** The width of a text at a font size of 1, without kerning. */
  width(text: string): number
}

/** Reads an OpenType font: `cmap`, format 4 and 12, and `hmtx`. Throws for a file without them. */
export function readFont(file: Buffer): Font {
  const table = (name: string): number => {
    for (let i = 0, at = 12; i < file.readUInt16BE(4); i++, at += 16)
      if (file.toString('latin1', at, at + 4) === name) return file.readUInt32BE(at + 8)
    throw new Error(`the font has no table ${name}`)
  }
  const glyphs = glyphsIn(file, table('cmap'))
  const widths = table('hmtx')
  const measured = file.readUInt16BE(table('hhea') + 34)
  const unit = file.readUInt16BE(table('head') + 18)
  return {
    has: codePoint => glyphs.has(codePoint),
    width(text) {
      let sum = 0
      for (const character of text) {
        const glyph = glyphs.get(character.codePointAt(0)!) ?? 0
        sum += file.readUInt16BE(widths + Math.min(glyph, measured - 1) * 4)
      }
      return sum / unit
    },
  }
}

function glyphsIn(file: Buffer, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let i = 0; i < file.readUInt16BE(cmap + 2); i++) {
    const at = cmap + file.readUInt32BE(cmap + 4 + i * 8 + 4)
    const format = file.readUInt16BE(at)
    if (format === 4) readSegments(file, at, glyphs)
    if (format === 12) readGroups(file, at, glyphs)
  }
  if (glyphs.size === 0) throw new Error('the font has no map of characters that is known here')
  return glyphs
}

function readSegments(file: Buffer, at: number, glyphs: Map<number, number>): void {
  const size = file.readUInt16BE(at + 6)
  for (let i = 0; i < size; i += 2) {
    const end = file.readUInt16BE(at + 14 + i)
    const start = file.readUInt16BE(at + 16 + size + i)
    const delta = file.readUInt16BE(at + 16 + size * 2 + i)
    const offsetAt = at + 16 + size * 3 + i
    const offset = file.readUInt16BE(offsetAt)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const raw = offset === 0 ? code : file.readUInt16BE(offsetAt + offset + (code - start) * 2)
      const glyph = raw === 0 ? 0 : (raw + delta) & 0xffff
      if (glyph !== 0) glyphs.set(code, glyph)
    }
  }
}

function readGroups(file: Buffer, at: number, glyphs: Map<number, number>): void {
  for (let i = 0, group = at + 16; i < file.readUInt32BE(at + 12); i++, group += 12) {
    const start = file.readUInt32BE(group)
    for (let code = start; code <= file.readUInt32BE(group + 4); code++)
      glyphs.set(code, file.readUInt32BE(group + 8) + code - start)
  }
}
