// The posts that were taken down or deleted, for keepers of copies: as JSON, and as an Atom feed of deleted entries (RFC 6721).
import { Type } from 'typebox'
import { invalid, Problem } from '../../../contract/problems/problem.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { queryShape } from '../../../domain/shape.ts'
import { instant } from '../../../domain/times/time.ts'
import type { tombstones } from '../../../usecases/lists/hidden-posts.ts'
import { html } from '../kit/html.ts'

type Tombstones = Awaited<ReturnType<typeof tombstones>>
type Position = Tombstones['next']

const faultsOf = queryShape(
  Type.Object(
    {
      after: Type.Optional(
        Type.String({ description: 'The position at which a page begins; take it from the link on the page before.' }),
      ),
    },
    { additionalProperties: false },
  ),
)

/** The position in a query. Throws `invalid` for an unknown parameter, and `not_found` for a position that no page links to. */
export function tombstonesAfter(query: unknown): Position {
  const read = { ...(query as { after?: string }) }
  const faults = faultsOf(read)
  if (faults.length > 0) throw invalid(faults)
  if (read.after === undefined) return null
  const [, hiddenAt, seq] = /^(\d{1,15})\.(\d{1,15})$/.exec(read.after) ?? []
  if (!hiddenAt || !seq) throw new Problem('not_found', 'There is no such page of the list.')
  return { hiddenAt: Number(hiddenAt), seq: Number(seq) }
}

type Write = (site: SiteContext, page: Tombstones, after: Position) => string

export const tombstoneFormats: Record<string, { contentType: string; format: Write }> = {
  '/removed.json': { contentType: 'application/json; charset=utf-8', format: asJson },
  '/removed.xml': { contentType: 'application/atom+xml; charset=utf-8', format: asAtom },
}

const queryOf = (position: Position) => (position ? `?after=${position.hiddenAt}.${position.seq}` : '')

function asJson({ baseUrl }: SiteContext, { posts, next }: Tombstones, after: Position): string {
  return JSON.stringify({
    url: `${baseUrl}/removed.json${queryOf(after)}`,
    ...(next && { next_url: `${baseUrl}/removed.json${queryOf(next)}` }),
    items: posts.map(({ id, url, hiddenAt }) => ({ id, url, removed_at: instant(hiddenAt) })),
  })
}

function asAtom({ id, baseUrl }: SiteContext, { posts, next }: Tombstones, after: Position): string {
  const { title } = siteRow(id)
  const address = `${baseUrl}/removed.xml`
  const updated = instant(posts[0]?.hiddenAt ?? 0)
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0">
<id>${address}</id>
<title>${title}: taken down or deleted</title>
<author><name>${title}</name></author>
<updated>${updated}</updated>
<link rel="self" href="${address}${queryOf(after)}"/>
<link rel="alternate" href="${baseUrl}/"/>
${next && html`<link rel="next" href="${address}${queryOf(next)}"/>\n`}${posts.map(
  ({ url, hiddenAt }) => html`<at:deleted-entry ref="${url}" when="${instant(hiddenAt)}"/>\n`,
)}</feed>
`.toString()
}
