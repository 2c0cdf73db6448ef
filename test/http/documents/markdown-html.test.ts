// Markdown as HTML: what it may become, what it never becomes, and that no text keeps the process busy.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { markdownQuote, markdownText } from '../../../src/contract/markdown.ts'
import { inlines, markdownHtml } from '../../../src/http/public/kit/markdown-html.ts'

const base = 'https://site.test'
const htmlOf = (text: string) => markdownHtml(text, base).toString()

type Element = DefaultTreeAdapterTypes.Element

/** Every element of a piece of HTML. */
function elementsOf(html: string): Element[] {
  const inside = (node: DefaultTreeAdapterTypes.ParentNode): Element[] =>
    node.childNodes.flatMap(child => ('tagName' in child ? [child, ...inside(child)] : []))
  return inside(parseFragment(html))
}

/** The text of a piece of HTML. */
function textOf(html: string): string {
  const inside = (node: DefaultTreeAdapterTypes.ParentNode): string =>
    node.childNodes.map(child => ('value' in child ? child.value : 'childNodes' in child ? inside(child) : '')).join('')
  return inside(parseFragment(html))
}

test('headings, lists, quotes, code and links of a page become HTML, and a heading keeps its own id', () => {
  const source = [
    '# Title <b>',
    'A **bold** word, `code <i>`, [in](https://site.test/policy/#a), [out](https://example.org/), \\[no\\](/x).',
    '## Named {#own-id}',
    '### Limits, prices & more',
    '- one\n  goes on\n- two',
    '> said',
    '```json\n{"a": "<b>"}\n```',
  ].join('\n\n')
  assert.equal(
    htmlOf(source),
    [
      '<h1>Title &lt;b&gt;</h1>',
      '<p>A <strong>bold</strong> word, <code>code &lt;i&gt;</code>, <a href="/policy/#a">in</a>, <a href="https://example.org/">out</a>, [no](/x).</p>',
      '<h2 id="own-id">Named</h2>',
      '<h3 id="limits-prices-more">Limits, prices &amp; more</h3>',
      '<ul>\n<li>one\ngoes on</li>\n<li>two</li>\n</ul>',
      '<div class="notice"><p>said</p>\n</div>',
      '<pre tabindex="0"><code>{&quot;a&quot;: &quot;&lt;b&gt;&quot;}</code></pre>',
      '',
    ].join('\n'),
  )
})

test('an operator may write tables, numbered and nested lists, emphasis, references and lines', () => {
  const source = [
    '| Fee | Price |\n|---|--:|\n| *one* | `$1` |',
    '2. second\n3. third\n   - inner',
    'An _old_ rule of *1 May*, snake_case_name and 5 * 3 * 2, **very *much* so**.',
    '[Ref][here] and ![a picture](https://example.org/a.png)\n\n[here]: https://example.org/ref',
    '---',
  ].join('\n\n')
  assert.equal(
    htmlOf(source),
    [
      '<div class="overflow-auto" tabindex="0"><table>\n<thead><tr><th scope="col">Fee</th><th scope="col">Price</th></tr></thead>',
      '<tbody>\n<tr><td><em>one</em></td><td><code>$1</code></td></tr>\n</tbody>\n</table></div>',
      '<ol start="2">\n<li>second</li>\n<li>third<ul>\n<li>inner</li>\n</ul>\n</li>\n</ol>',
      '<p>An <em>old</em> rule of <em>1 May</em>, snake_case_name and 5 * 3 * 2, <strong>very <em>much</em> so</strong>.</p>',
      '<p><a href="https://example.org/ref">Ref</a> and <a href="https://example.org/a.png">a picture</a></p>',
      '<hr>',
      '',
    ].join('\n'),
  )
})

test('a link leads to the web, to a mailbox, to an editor or into the site, and nowhere else', () => {
  for (const target of [
    'https://example.org/?a=1&b="',
    'http://example.org',
    'mailto:a@example.org',
    'vscode:mcp',
    '/policy/',
    '#part',
  ])
    assert.equal(elementsOf(htmlOf(`[words](<${target}>)`))[1]?.attrs[0]?.value, target)
  for (const target of [
    ...[
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\\\\evil.example',
      '/\t/evil.example',
    ],
    ...[
      'https://site.test//evil.example',
      'https://site.test/\\evil.example',
      '&#47;&#47;evil.example',
      '/&#47;evil.example',
    ],
    ...[
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      'javascript&colon;alert(1)',
    ],
    ...[
      '&#106;avascript:alert(1)',
      'data:text/html,<b>',
      'vbscript:x',
      'file:///etc/passwd',
      'docs/x.md',
      '?a=b',
      'ftp://a.example',
    ],
  ])
    for (const text of [
      `[words](<${target}>)`,
      `[words](${target})`,
      `[words][ref]\n\n[ref]: ${target}`,
      `![words](${target})`,
      `<${target}>`,
    ])
      for (const { tagName, attrs } of elementsOf(htmlOf(text))) {
        const href = attrs.find(({ name }) => name === 'href')?.value
        assert.ok(tagName !== 'a' || URL.parse(href!, base)?.origin === base, `${text} leads to ${href}`)
        assert.ok(href === undefined || !/^\s*(?:java|vb)script:|^data:/i.test(href), text)
      }
})

test('no markup of a text becomes an element or an attribute', () => {
  for (const attack of [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<div onclick="a()">\n\n**x**\n\n</div>',
    '<svg/onload=alert(1)>',
    '<!-- a --><style>*{}</style>',
    '[a](https://example.org/"onmouseover="alert(1))',
    '[a](https://example.org/ ""><script>alert(1)</script>")',
    '![a" onerror="alert(1)](https://example.org/)',
    '`</code><script>alert(1)</script>`',
    '```"><script>\n</code></pre><script>alert(1)</script>\n```',
    '## Title {#x"onclick="alert(1)}',
    '## "><script> {#own}',
    '| <script> | b |\n|---|---|\n| <img onerror=a()> | "><b> |',
    '> <iframe src="//evil.example">',
    '1. <form action=//evil.example>\n   <input>',
    '<a href="javascript:alert(1)">x</a>',
    '<https://example.org/"onclick="a()>',
    '&lt;script&gt; &#60;script>',
    '- [x] <b>',
    'a\u0000<\u0000script>',
  ])
    for (const { tagName, attrs } of [...elementsOf(htmlOf(attack)), ...elementsOf(inlines(attack, base).toString())]) {
      assert.match(tagName, /^(?:h[1-3]|p|ul|ol|li|div|pre|code|strong|em|a|br|hr|table|thead|tbody|tr|th|td)$/, attack)
      for (const { name } of attrs) assert.match(name, /^(?:href|id|class|tabindex|start|scope)$/, attack)
    }
})

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '```',
      '~~',
      '[',
      ']',
      '](',
      '(/x)',
      '<',
      '>',
      '<b>',
      '#',
      '{#a}',
      '|',
      '|-|-|',
      '- ',
      '1. ',
      '\\',
      '!',
    ),
    fc.constantFrom(
      '&lt;',
      '&',
      '\n',
      '\n\n',
      '    ',
      '\t',
      'http://a.example',
      'www.a.example',
      'a@b.example',
      '---',
      '===',
      '[a]: /x',
      '"',
      "'",
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  ),
  { maxLength: 20 },
)

test('brackets with an address behind them stay text inside the words of a link', () => {
  const html = inlines(`[x${markdownText('[](/x)')}](/a)`, base).toString()
  assert.match(html, /^<a href="[^"]*\/a"[^>]*>x\[\]\(\/x\)<\/a>$/)
})

test('a line of a stranger stays text, letter for letter, in a paragraph, a heading, a list and a link', () => {
  const inside = /^<(p|h2|ul|a)[^>]*>(?:\n<li>)?([^<]*)(?:<\/li>\n)?<\/\1>\n?$/
  fc.assert(
    fc.property(pieces, parts => {
      const line = markdownText(parts.join(''))
      fc.pre(line !== '')
      const plain = line.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(/[\ufffe\uffff]/g, '')
      for (const html of [
        htmlOf(`x${line}`),
        htmlOf(`## x${line}`),
        htmlOf(`- x${line}`),
        inlines(`[x${line}](/a)`, base).toString(),
      ]) {
        assert.match(html, inside, line)
        assert.equal(textOf(html).trim(), `x${plain}`, line)
      }
      const alone = htmlOf(line)
      assert.deepEqual(
        elementsOf(alone).map(element => element.tagName),
        ['p'],
        line,
      )
      assert.equal(textOf(alone).trim(), plain.trim(), line)
    }),
    { numRuns: 2_000 },
  )
})

test('a text of a stranger in a block stays text, letter for letter', () => {
  fc.assert(
    fc.property(pieces, parts => {
      const html = htmlOf(markdownQuote(parts.join('')))
      assert.deepEqual(
        elementsOf(html).map(element => element.tagName),
        ['pre', 'code'],
      )
    }),
    { numRuns: 1_000 },
  )
})

const size = 65_536
const full = (sign: string) => sign.repeat(size / sign.length)
const pairs = (opening: string, closing: string) => `${opening.repeat(size / 10)}a${closing.repeat(size / 10)}`

/** Texts for which a parser of Markdown may need the square of their length, or the depth of the stack. */
const costly: Record<string, string> = Object.fromEntries(
  [
    ...['[', '![', '[](', '[a](', '[a](<b', '[a][', '[\\', ']', '[a](b)', '![[a]', '[^a', '[a]: b\n', '[a]:\n'],
    ...[
      '>',
      '> ',
      '>\n',
      '- ',
      '-\n',
      '- a\n',
      '- a\r',
      '1. ',
      '1. a\n',
      '+ - * ',
      '> - ',
      '* a\n\n',
      '- [ ] a\n',
      '- \n  ',
    ],
    ...[
      '*',
      '_',
      '**',
      'a**',
      '*a ',
      '_a ',
      '*a_',
      '**a *',
      '*a**b',
      '***a ',
      'a*b**c***',
      'a_b_',
      '*.',
      '.*a*.',
      '~',
      '~a',
      '~~a ',
    ],
    ...['`', '`a``b```', '```\n', '~~~a\n', '``` a`\n', '\\', '\\*', '**`', '*[', '*<', '[`', '[<'],
    ...['|', '|a', '|a|\n', '|-', 'a|b\n-|-\n', '<', '<a ', '<!--', '<a b="', '<div>\n', '<http://a', '</a', '<?'],
    ...[
      ' ',
      '\n',
      ' \n',
      '\t',
      'a\n',
      'a  \n',
      '    a\n',
      '\r',
      '#',
      '# a\n',
      '# ',
      'a\n=\n',
      '* * *\n',
      '&amp;',
      'a@b.',
      'www.',
      'http://a/',
    ],
  ].map(sign => [sign, full(sign)]),
)
costly['nested emphasis'] = pairs('*a ', ' b*')
costly['nested strong words'] = pairs('**a ', ' b**')
costly['nested links'] = pairs('[', '](b)')
costly['nested items'] = Array.from({ length: 255 }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n')
costly['a long item'] = `- a\n${'  bbbbbbbbbb\n'.repeat(4_900)}`
costly['a wide table'] = `|${'a|'.repeat(2_000)}\n|${'-|'.repeat(2_000)}\n${'|\n'.repeat(4_900)}`
costly['many columns'] = `|${'a|'.repeat(39)}\n|${'-|'.repeat(39)}\n${'|\n'.repeat(4_900)}`
costly['many paragraphs'] = '*a_'
  .repeat(66)
  .concat('\n\n')
  .repeat(size / 200)

test('64 KB of any text take a moment: nothing in it makes the parser slow, and nothing ends the process', () => {
  // A few dozen milliseconds on a machine that does nothing else. Without bounds some of these texts take many seconds.
  const longest = 250
  for (const [name, text] of Object.entries(costly)) {
    const before = process.threadCpuUsage()
    assert.ok(htmlOf(text).length < 20 * size, name)
    const { user, system } = process.threadCpuUsage(before)
    assert.ok((user + system) / 1_000 < longest, `${name}: ${(user + system) / 1_000} ms`)
  }
})

test('a text that is too long for the parser is shown as it is written', () => {
  for (const text of [`${'**a** '.repeat(30_000)}<b>`, `${'**a**\n'.repeat(6_000)}<b>`])
    assert.equal(htmlOf(text), `<pre tabindex="0">${text.replace('<b>', '&lt;b&gt;')}</pre>\n`)
})

test('a link or picture without a scheme that leads to another host stays words', () => {
  for (const source of ['[x](//evil.example/a)', '![x](//evil.example/a.png)', '[x][r]\n\n[r]: //evil.example/a'])
    assert.doesNotMatch(htmlOf(source), /<a|<img|evil/, source)
})
