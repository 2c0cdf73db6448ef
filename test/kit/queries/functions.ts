// The functions of the store that send statements, found in its sources.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { carriers } from './record.ts'

const store = fileURLToPath(new URL('../../../src/store', import.meta.url))

/** What a function does with the database that it was given: it builds a statement, sends one, or runs a prepared one. */
const sends = /\b(selectFrom|insertInto|updateTable|deleteFrom|executeQuery|execute)\(/

/** The exported functions that take a database and send a statement themselves or through a function of their file. */
export function sendingFunctions(): string[] {
  const files = globSync('*/*.ts', { cwd: store })
    .filter(file => !carriers.test(file))
    .sort()
  return files.flatMap(file => sendingIn(readFileSync(`${store}/${file}`, 'utf8')).map(name => `${file} ${name}`))
}

/**
 * Functions whose statements are not among the committed ones: no test that was recorded reaches them. A run of all tests that writes the
 * statements (files.ts) shortens the list; a function that has its statements must leave it.
 */
export const unwritten: readonly string[] = [
  'accounts/accounts.ts learnLanguage',
  'accounts/activity.ts activityById',
  'accounts/erased-hashes.ts banPerson',
  'audit/audit.ts audit',
  'database/reindex.ts reindexStale',
  'delivery/conversations.ts latestOfReader',
  'delivery/events.ts lastEvent',
  'delivery/events.ts recentEvents',
  'lists/facets.ts countListed',
  'lists/nearest-places.ts nearestPlaces',
  'lists/places.ts largestPlaces',
  'lists/places.ts placeLookup',
  'lists/public-post.ts sequenceOf',
  'lists/search-matches.ts headlineMatches',
  'lists/search-matches.ts listedTexts',
  'lists/search-matches.ts newestHeadlines',
  'lists/search-matches.ts newestSeq',
  'lists/standing-matches.ts matchesOf',
  'lists/standing-matches.ts removeStandingPost',
  'lists/tag-counts.ts countsOf',
  'posts/posts.ts insertPosts',
  'posts/revisions.ts insertRevisions',
]

/** The exported functions of a source that send a statement. */
function sendingIn(source: string): string[] {
  const parts = source.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m)
  const named = new Map(
    parts.map(part => [/^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(part)?.[1] ?? '', part]),
  )
  const doesSend = (name: string, met: ReadonlySet<string>): boolean => {
    const part = named.get(name) ?? ''
    if (sends.test(part)) return true
    const others = [...named].flatMap(([other, own]) =>
      !own.startsWith('export') && !met.has(other) && new RegExp(`\\b${other}\\(`).test(part) ? [other] : [],
    )
    return others.some(other => doesSend(other, new Set([...met, other])))
  }
  return [...named].flatMap(([name, part]) =>
    /^export (?:async )?function \w+(?:<[^(]*>)?\(\s*db: Db\b/.test(part) && doesSend(name, new Set([name]))
      ? [name]
      : [],
  )
}
