// Any text stays plain text wherever people and machines see it: page, card, data block, twin, image.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DefaultTreeAdapterTypes as Dom, parse } from 'parse5'
import { odd, presentOnePublishingApp } from './published.ts'

/** Every element below a node, in the order of the page. */
function elementsIn(node: Dom.ParentNode): Dom.Element[] {
  return node.childNodes.flatMap(child => ('tagName' in child ? [child, ...elementsIn(child)] : []))
}

function textOf(node: Dom.ParentNode): string {
  return node.childNodes
    .map(child =>
      child.nodeName === '#text' ? (child as Dom.TextNode).value : 'childNodes' in child ? textOf(child) : '',
    )
    .join('')
}

const attributeOf = ({ attrs }: Dom.Element, name: string) => attrs.find(one => one.name === name)?.value
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim()

presentOnePublishingApp('a text of any kind', app => {
  const get = async (path: string) => (await app().call('GET', path)).text

  for (const [name, { title, body }] of Object.entries(odd))
    test(`a text with ${name} is shown as exactly that text on its page, on lists, in the data block, the twin and the image`, async () => {
      const id = await app().publish({ title, body, topics: ['odd'] })
      const post = (await app().call('GET', `/p/${id}.json`)).json
      const elements = elementsIn(parse(await get(`/p/${id}`)))
      const withClass = (wanted: string) =>
        elements.find(one => (attributeOf(one, 'class') ?? '').split(' ').includes(wanted))!
      assert.equal(textOf(elements.find(({ tagName }) => tagName === 'h1')!), post.title)
      assert.equal(textOf(elements.find(({ tagName }) => tagName === 'title')!), `${post.title} · Events`)
      assert.equal(spaced(textOf(withClass('text'))).replaceAll(' ', ''), spaced(post.body).replaceAll(' ', ''))
      const inside = elementsIn(withClass('text')).map(({ tagName }) => tagName)
      assert.deepEqual(
        inside.filter(tag => !['p', 'br', 'a'].includes(tag)),
        [],
      )
      const all = elements.filter(({ tagName }) => tagName === 'script')
      const scripts = all.filter(one => !attributeOf(one, 'src')?.startsWith('/assets/'))
      assert.deepEqual(
        scripts.map(one => attributeOf(one, 'type')),
        ['application/ld+json'],
      )
      const { name: named, description } = JSON.parse(textOf(scripts[0]!))
      assert.deepEqual([named, description], [post.title, post.body])

      const links = elementsIn(parse(await get('/topics/odd/'))).filter(one => attributeOf(one, 'href') === `/p/${id}`)
      assert.deepEqual(links.map(textOf), [post.title])

      const [, fence, quoted] = /\n\n(`{3,})text\n([\s\S]*)\n\1\n$/.exec(await get(`/p/${id}.md`)) ?? []
      assert.ok(fence)
      assert.equal(quoted, post.body.replace(/[\u2028\u2029]/g, '\n'))

      const image = await fetch(`${app().origin}/p/${id}.png`)
      assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/png'])
    })
})
