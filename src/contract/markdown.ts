// Puts texts of others into Markdown as plain text that can make no structure, no link and no front matter.

/** Characters that have a meaning in Markdown, or to a reader that makes links of bare addresses. */
const meaningful =
  /[\\`*[\]<>|~&#{}]|(?<!\w)_|_(?!\w)|(?<=[\w.+-])@|:(?=\/\/)|(?<=\bwww)\.|(?<=^\d+)[.)]|(?<=\])\(|(?<=^)[-+=!]/gi

/** Characters that no text on one line may hold: line ends of every kind, and controls. */
const breaking = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** A text on one line, escaped for a line of Markdown. */
export function markdownText(text: string): string {
  return text.toWellFormed().replace(breaking, ' ').trim().replace(meaningful, '\\$&')
}

/** A text of many lines as a fenced block, letter for letter: nothing in it can end the block. */
export function markdownQuote(text: string): string {
  const lines = text
    .toWellFormed()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .join('\n')
  const longest = Math.max(2, ...[...lines.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${lines}\n${fence}`
}

export function markdownList(lines: readonly string[]): string {
  return lines.map(line => `- ${line}`).join('\n')
}

/** A list of steps, in their order. */
export function markdownSteps(lines: readonly string[]): string {
  return lines.map((line, i) => `${i + 1}. ${line}`).join('\n')
}
