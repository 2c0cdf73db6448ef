// Shows posts of the outbox to the standing searches that may want them, and finds those that do.
import type { FoundPost } from '../../actions/lists/standing-matches.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import type { PostFacts, PostFields } from '../../domain/posts/post.ts'
import { readPost, type SearchedPost, type Wanted, wants } from '../../domain/posts/standing-search.ts'
import type { ShownStandingPost } from '../../store/lists/standing-matches.ts'
import { type StandingSearchRow, searchesThatLook, searchesUnder } from '../../store/lists/standing-searches.ts'
import { type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import { mapWithPauses } from '../pauses.ts'
import type { Platform } from '../platform.ts'
import { wordsOfText } from '../posts/publication.ts'

/** What was found for a post of the outbox. */
export type Finds = Pick<FoundPost, 'version' | 'searches'>

/** A post that lists show, its text read for searches, and the ids of the searches that may want it. */
type Looked = { post: ShownStandingPost; text: SearchedPost; asked: ReadonlySet<string> }

/**
 * The searches that want posts of the outbox as they are shown, in the order of the posts: none for one that is not listed any more,
 * or is cancelled. Posts that are looked at together share the queries.
 */
export async function searchesThatWant(platform: Platform, posts: readonly ShownStandingPost[]): Promise<Finds[]> {
  const now = platform.now()
  const looked = new Map<string, Looked>()
  for (const [site, shown] of Map.groupBy(
    posts.filter(post => isShown(post, now)),
    post => post.site,
  ))
    for (const one of await lookAt(platform, site, shown)) looked.set(one.post.id, one)
  const asked = new Set([...looked.values()].flatMap(one => [...one.asked]))
  const rows = await searchesThatLook(platform.db, asked, now)
  const found: Finds[] = []
  for (const { id, version } of posts) {
    const one = looked.get(id)
    found.push({ version: version ?? 0, searches: one ? await findsOf(platform, one, rows) : [] })
  }
  return found
}

function isShown({ public: isPublic, event, listing_seq, expires_at }: ShownStandingPost, now: number): boolean {
  const calledOff = event !== null && (JSON.parse(event) as { status: string }).status === 'cancelled'
  return isPublic === 1 && !calledOff && listing_seq !== null && (expires_at === null || expires_at > now)
}

async function lookAt(platform: Platform, site: SiteId, posts: readonly ShownStandingPost[]): Promise<Looked[]> {
  const texts: { post: ShownStandingPost; text: SearchedPost }[] = []
  for (const post of posts) {
    const { shown_revision: id, fields, facts } = post
    const text = id !== null && fields !== null && facts !== null && { id, site, fields, facts }
    if (text) texts.push({ post, text: await readText(platform, text, post.account_id) })
  }
  const asked = await searchesUnder(
    platform.db,
    site,
    texts.map(({ text }) => text),
  )
  return texts.map((each, i) => ({ ...each, asked: asked[i] ?? new Set() }))
}

async function findsOf(
  platform: Platform,
  { post: { account_id, before_revision, created_at }, text, asked }: Looked,
  rows: ReadonlyMap<string, StandingSearchRow>,
): Promise<string[]> {
  // A world of test keys has the posts of one account alone: there they are found, so that a search can be tried.
  const own = (row: StandingSearchRow) => platform.testClock === null && row.account_id === account_id
  // A search finds what is shown after it was made.
  const looking = [...asked]
    .flatMap(id => rows.get(id) ?? [])
    .filter(row => row.created_at <= created_at && !own(row))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const wanting = await thatWant(looking, text)
  const revision =
    wanting.length > 0 && before_revision !== null ? await revisionById(platform.db, before_revision) : undefined
  const before = revision ? await readText(platform, revision, account_id) : null
  // A search that wants the text before has found the post already, or was made after it.
  const had = new Set(before ? (await thatWant(wanting, before)).map(({ id }) => id) : [])
  return wanting.map(({ id }) => id).filter(id => !had.has(id))
}

async function readText(
  platform: Platform,
  revision: Pick<RevisionRow, 'id' | 'site' | 'fields' | 'facts'>,
  author: string | null,
): Promise<SearchedPost> {
  const fields = JSON.parse(revision.fields) as PostFields
  const facts = JSON.parse(revision.facts) as PostFacts
  const words = await wordsOfText(platform, revision, fields)
  return readPost(siteRow(revision.site), { fields, facts, author: author ?? '', words })
}

/** Searches that are asked before other requests are answered. */
const askedAtOnce = 20

/** Those of the searches that want a text. */
async function thatWant(rows: readonly StandingSearchRow[], text: SearchedPost): Promise<StandingSearchRow[]> {
  const ask = (row: StandingSearchRow) => wants(JSON.parse(row.wanted) as Wanted, text)
  const found = await mapWithPauses(rows, ask, askedAtOnce)
  return rows.filter((_, i) => found[i])
}
