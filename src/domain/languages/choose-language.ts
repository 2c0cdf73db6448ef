// Chooses the language of a page by the Accept-Language of a reader (RFC 9110 §12.5.4).

/** The first of the languages, as tags, that the header accepts, the most wanted first; the usual one where it accepts none. */
export function chooseLanguage(header: string | undefined, tags: readonly string[], usual: string): string {
  if (header === undefined || header === '') return usual
  const wanted = header
    .slice(0, longestHeader)
    .split(',')
    .map(part => {
      const [range = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const quality = Number(parameters.find(each => each.startsWith('q='))?.slice(2) ?? 1)
      return { range, quality: Number.isNaN(quality) ? 0 : quality }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { range } of wanted) {
    if (range === '*') return usual
    const found = nearest(range, tags)
    if (found !== undefined) return found
  }
  return usual
}

/** A longer header says no more. */
const longestHeader = 300

/** The tag of a range, or of the widest language around it: `pt` for `pt-br`, and `pt-BR` for `pt` where there is no `pt`. */
function nearest(range: string, tags: readonly string[]): string | undefined {
  for (let part = range; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('-')))) {
    const found = tags.find(tag => tag.toLowerCase() === part)
    if (found !== undefined) return found
  }
  return tags.find(tag => tag.toLowerCase().startsWith(`${range.split('-', 1)[0]}-`))
}
