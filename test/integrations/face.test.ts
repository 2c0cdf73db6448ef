// The face of the operator: what face.yaml takes, and what stops the start.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { grounds, usualFace } from '../../src/contract/face.ts'
import { siteIds } from '../../src/contract/sites/site-ids.ts'
import { siteRows } from '../../src/contract/sites.ts'
import { contrast, worstGround } from '../../src/domain/contrast.ts'
import { posterPaper } from '../../src/domain/mixed.ts'
import { groundsIn, loadFace } from '../../src/integrations/face/face-file.ts'
import { freshFolder } from '../databases.ts'

const svg = (inner: string, root = 'viewBox="0 0 16 16"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inner}</svg>`

/** The lines that a start prints for a file, without the path. */
function faults(yaml: string, files: Record<string, string | Buffer> = {}): string[] {
  const folder = freshFolder()
  for (const [name, content] of Object.entries({ 'face.yaml': yaml, ...files }))
    writeFileSync(join(folder, name), content)
  try {
    loadFace(folder)
    return []
  } catch (error) {
    assert.equal((error as Error).name, 'ConfigError')
    return (error as Error).message
      .split('\n')
      .map(line => line.replaceAll(folder, '.').replace('CONTENT_DIR: ./face.yaml', ''))
  }
}

test('contrast is that of WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
  assert.equal(contrast('#ffffff', '#777777'), contrast('#777777', '#ffffff'))
})

test('the colours of the package have the contrast that is asked of others, on the colours of the stylesheet', () => {
  for (const id of siteIds) {
    const { light, dark, spot } = siteRows[id].face
    assert.deepEqual([worstGround(light, groundsIn('light')), worstGround(dark, groundsIn('dark'))], [null, null], id)
    assert.ok(contrast(light, posterPaper(spot)) > 3, id)
  }
  const [light = '', dark = ''] = readFileSync('src/http/public/kit/site.css', 'utf8').split(
    'prefers-color-scheme: dark',
  )
  for (const [css, { page, soft, inverse }] of [
    [light, grounds.light],
    [dark, grounds.dark],
  ] as const) {
    assert.ok(css.includes(`--pico-background-color: ${page};`))
    assert.ok(css.includes(`--handbill-soft: ${soft};`))
    assert.match(css, new RegExp(`--pico-primary-inverse: ${inverse.replace('#ffffff', '#fff')};`))
  }
})

test('the example of the guide is taken, and no file is the usual face', () => {
  const folder = freshFolder()
  assert.equal(loadFace(folder), usualFace)
  const example = /### Name, logo and colours[\s\S]*?```yaml\n([\s\S]*?)```/.exec(
    readFileSync('docs/operator.md', 'utf8'),
  )![1]!
  writeFileSync(join(folder, 'face.yaml'), example)
  writeFileSync(join(folder, 'logo.svg'), svg('<path d="M0 0h16v16H0z"/>'))
  const { sites, logo } = loadFace(folder)
  assert.deepEqual(sites, {
    events: { light: '#0f5f6b', dark: '#7fd3e0', spot: '#f2a65a', name: 'Harbour Dates' },
    stories: { name: 'Harbour Tales' },
  })
  assert.equal(logo?.type, 'image/svg+xml')
})

test('a colour that is not legible is refused with what it stands on, the ratio, and a lightness that passes', () => {
  const [light, dark, ...more] = faults('sites: { events: { accent: { light: "#e08a2c", dark: "#333333" } } }')
  assert.deepEqual(more, [])
  const form =
    /^: sites\.events\.accent\.(light|dark): (#\w{6}) on ([a-z ]+) (#\w{6}) has a contrast of ([\d.]+):1, and text takes 4\.5:1; the nearest lightness that passes is ([\d.]+) % instead of ([\d.]+) %: "(#\w{6})"$/
  for (const [line, scheme] of [
    [light, 'light'],
    [dark, 'dark'],
  ] as const) {
    const [, at, colour, , ground, ratio, better, before, instead] = form.exec(line!)!
    assert.equal(at, scheme)
    assert.ok(contrast(colour!, ground!) - Number(ratio) < 0.01)
    assert.equal(Number(better) < Number(before), scheme === 'light', 'darker on light, lighter on dark')
    assert.deepEqual(faults(`sites: { events: { accent: { ${scheme}: "${instead}" } } }`), [])
    for (const { on, colour: under } of groundsIn(scheme))
      assert.ok(contrast(instead!, under) >= 4.5, `${scheme}: ${on}`)
  }
})

test('what is unknown is refused with what is known, and every fault is told at once', () => {
  assert.deepEqual(
    faults('sites: { event: {}, stories: { colour: red, name: "" }, events: { spot: #fff\n } }\nfont: x'),
    [
      ': font: is unknown; known are logo, sites',
      `: sites.event: is unknown; known are ${siteIds.join(', ')}`,
      ': sites.events.spot: got null; it takes a colour in quotes, such as "#0b62a8"',
      ': sites.stories.colour: is unknown; known are name, accent, spot',
      ': sites.stories.name: got ""; it takes a text of 1 to 40 characters on one line',
    ],
  )
  assert.match(faults('logo: [')[0]!, /is no YAML: /)
  assert.deepEqual(faults('- logo'), [': the file: it takes the members logo, sites'])
})

test('a logo that is missing, large, no square, or could load or run something is refused', () => {
  assert.deepEqual(faults('logo: logo.svg'), [': logo: ./logo.svg cannot be read (ENOENT)'])
  assert.match(faults('logo: ../logo.svg')[0]!, /got "\.\.\/logo\.svg"; it takes the name of a file in \./)
  assert.match(faults('logo: l.gif', { 'l.gif': 'GIF89a' })[0]!, /it takes a file \.svg or \.png/)
  const logo = (content: string | Buffer, name = 'l.svg') => faults(`logo: ${name}`, { [name]: content })[0] ?? ''
  assert.equal(
    logo(`<?xml version="1.0"?><!-- by hand -->\n${svg('<g id="a"/><use href="#a"/><path fill="url(#a)"/>')}\n`),
    '',
  )
  assert.match(logo(svg(`<desc>${'x'.repeat(66_000)}</desc>`)), /has 66\d{3} bytes; a logo has at most 65536/)
  assert.match(logo(svg('', 'viewBox="0 0 32 16"')), /is no square/)
  assert.match(logo('<svg viewBox="0 0 1 1"></svg>'), /lacks xmlns/)
  for (const inner of [
    '<script>1</script>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg"/>',
    '<path onclick="1"/>',
    '<foreignObject/>',
    '<a href="#x"/>',
    '<image href="#x"/>',
    '<use href="https://x.example/a.svg#a"/>',
    '<use xlink:href = "//x.example"/>',
    "<use href='data:image/svg+xml,x'/>",
    '<path style="fill:url( https://x.example )"/>',
    '<style>@import "x.css"</style>',
    '<style>p{fill:u\\72l(x)}</style>',
    '<set attributeName="href" to="java&#115;cript:1"/>',
    '<?xml-stylesheet href="#x"?>',
  ])
    assert.match(logo(svg(inner)), /\.\/l\.svg (has|refers)/, inner)
  assert.match(logo(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`), /does not begin|document type/)
  const png = Buffer.alloc(40)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(png)
  const sized = (width: number, height: number) => {
    png.writeUInt32BE(width, 16)
    png.writeUInt32BE(height, 20)
    return logo(Buffer.from(png), 'l.png')
  }
  assert.equal(sized(512, 512), '')
  for (const [width, height] of [
    [512, 256],
    [16, 16],
    [4_096, 4_096],
  ] as const)
    assert.match(sized(width, height), /it takes a square of 64 to 1024/)
  assert.match(logo(svg(''), 'l.png'), /not a PNG/)
})
