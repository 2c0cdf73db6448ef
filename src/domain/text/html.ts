// Markup as values: a template tag that escapes every text, and JSON-LD as a data block.
import { html as escaping, raw } from 'hono/html'

/** Markup that is safe to send as it is; only `html` and `dataBlock` make it. */
export type Html = ReturnType<typeof raw>

// Characters XML 1.0 cannot carry; browsers show some of them as boxes and feed readers stop at them.
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** The text without control characters, non-characters and half surrogate pairs, which XML 1.0 cannot carry. */
function printable(text: string): string {
  return text.toWellFormed().replace(unprintable, '')
}

/** Template tag: strings are escaped for text and quoted attributes alike, `Html` goes in as it is, lists are joined. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return escaping(strings, ...values.map(cleaned)) as Html
}

type HtmlValue = string | number | Html | false | null | undefined | readonly HtmlValue[]

function cleaned(value: HtmlValue): unknown {
  if (typeof value === 'string') return printable(value)
  return Array.isArray(value) ? value.map(cleaned) : value
}

const unsafeInScript: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** A data block of JSON-LD: nothing in it can end the element, whatever the texts hold. */
export function dataBlock(data: object): Html {
  const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, character => unsafeInScript[character]!)
  return raw(`<script type="application/ld+json">${json}</script>`)
}
