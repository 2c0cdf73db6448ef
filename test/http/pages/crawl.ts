// Walks a site as a crawler does: along every link that it may follow, to count what there is to crawl.
import assert from 'node:assert/strict'

type Get = (path: string) => Promise<{ status: number; text: string }>

const linksIn = (text: string) =>
  [...text.matchAll(/<a href="(\/[^"#]*)"([^>]*)>/g)].map(([, href, rest]) => ({
    href: href!.replaceAll('&amp;', '&'),
    followed: !rest!.includes('nofollow'),
  }))

/** Fails where a crawler finds more than `most` pages of lists, or one with choices. */
export async function assertBounded(get: Get, most: number): Promise<void> {
  const seen = new Set<string>()
  const next = ['/']
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    assert.ok(seen.size < most, `${seen.size} pages, the last is ${path}`)
    const { status, text } = await get(path)
    assert.equal(status, 200, path)
    for (const { href, followed } of linksIn(text)) {
      // Months have a bound of their own (lists.test.ts).
      if (!followed || !/^\/(near|in|topics|by)\/(?!.*(calendar\/|\.))|^\/$|^\/\?/.test(href)) continue
      assert.doesNotMatch(href, /^\/[^?]*\?(?!after=|language=)/, `${path} leads crawlers to ${href}`)
      next.push(href)
    }
    if (path.includes('?')) assert.match(text, /<meta name="robots" content="noindex">/, path)
  }
}
