// Reads Markdown with marked, in milliseconds whatever the text is.
import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked'

// The time of the parser grows as the square of what these bound. A text beyond the first two is shown as it is written; beyond the
// others a part of it is: a nested block, a paragraph, a table.
const longestText = 131_072
const mostLines = 5_000
const deepestNesting = 6
/** Signs of emphasis, links and escapes in a paragraph, times its length. */
const mostSignsByLength = 40_000
const mostTableColumns = 40
const mostTableCells = 2_000
/** A longer list, or table, becomes several. */
const longestRun = 500

/** The blocks of a text; null where it is too long to be read in a moment. */
export function markdownTokens(text: string): Token[] | null {
  const source = text.replace(/\r\n?/g, '\n')
  const isLong = source.length > longestText || source.split('\n', mostLines + 1).length > mostLines
  return isLong ? null : newLexer().lex(source)
}

/** The parts of one line: words, code, emphasis, links. */
export function lineTokens(text: string): Token[] {
  return newLexer().inlineTokens(text)
}

const newLexer = () => new BoundedLexer({ gfm: true, tokenizer: new BoundedTokenizer() })

class BoundedLexer extends Lexer {
  #depth = 0

  override blockTokens(src: string, tokens?: Token[], clipped?: boolean): Token[]
  override blockTokens(src: string, tokens?: TokensList, clipped?: boolean): TokensList
  override blockTokens(src: string, tokens: Token[] = [], clipped?: boolean) {
    if (this.#depth === deepestNesting) return withText(tokens, src)
    this.#depth++
    try {
      return super.blockTokens(src, tokens, clipped)
    } finally {
      this.#depth--
    }
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const signs = src.match(/[*_~[\\]/g)?.length ?? 0
    return signs * src.length > mostSignsByLength ? withText(tokens, src) : super.inlineTokens(src, tokens)
  }
}

function withText(tokens: Token[], text: string): Token[] {
  tokens.push({ type: 'text', raw: text, text })
  return tokens
}

const emphasis = /^(?:(\*\*)((?:\\.|\*(?!\*)|[^*\\])+)\*\*|(\*)(?![\s*])((?:\\.|[^*\\])*[^\s*\\])\*)(?!\*)/s
const underlined = /^(__?)(?![\s_])((?:\\.|[^_\\])*[^\s_\\])\1(?!\w)/s

/** Reads what marked reads, except HTML, bare addresses and deleted words, which stay text, and emphasis inside its own kind. */
class BoundedTokenizer extends Tokenizer {
  #cells = 0

  override html() {
    return undefined
  }

  override tag() {
    return undefined
  }

  override url() {
    return undefined
  }

  override del() {
    return undefined
  }

  override emStrong(src: string, _masked: string, before = '') {
    const found = emphasis.exec(src) ?? (/\w/.test(before) ? null : underlined.exec(src))
    if (!found) return undefined
    const [raw, ...groups] = found
    const [sign, text] = groups.filter(group => group !== undefined) as [string, string]
    const type = sign.length === 2 ? 'strong' : 'em'
    return { type, raw, text, tokens: this.lexer.inlineTokens(text) } as Tokens.Strong | Tokens.Em
  }

  override list(src: string) {
    return /^ {0,3}[-*+\d]/.test(src) ? super.list(firstLines(src)) : undefined
  }

  override table(src: string) {
    const columns = /^.*/.exec(src)![0].split('|').length
    if (columns === 1 || columns > mostTableColumns || this.#cells > mostTableCells) return undefined
    const table = super.table(firstLines(src))
    if (table) this.#cells += columns * (1 + table.rows.length)
    return table
  }
}

function firstLines(src: string): string {
  let end = -1
  for (let line = 0; line < longestRun; line++) {
    end = src.indexOf('\n', end + 1)
    if (end < 0) return src
  }
  return src.slice(0, end)
}
