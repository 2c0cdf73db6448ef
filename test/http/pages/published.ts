// An app whose model publishes every text that passes the fixed rules, with posts, for the tests of pages and feeds.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { SiteId } from '../../../src/contract/sites/site-ids.ts'
import type { ModerationModel } from '../../../src/moderation/model.ts'
import type { Places } from '../../databases.ts'
import {
  allSites,
  bodyFor,
  eventBody,
  hostOf,
  onEveryDatabase,
  onPresentation,
  quietLog,
  startApp,
  type TestAccount,
  type TestApp,
} from '../../harness.ts'

const publishesAll: ModerationModel = {
  name: 'publishes-all',
  state: async () => 'running',
  decide: async () => ({ outcome: 'publish', category: null, confidence: 1, reason: 'Fine.', scores: {} }),
}

export type PublishingApp = TestApp & {
  author: TestAccount
  /** Publishes the usual event with this `change`, and returns its id. */
  publish(change?: Record<string, unknown>): Promise<string>
}

export type PublishingSites = TestApp & {
  author: TestAccount
  /** Publishes the usual post of a site with this `change`, and returns its id. */
  publish(site: SiteId, change?: Record<string, unknown>): Promise<string>
}

/** Starts an app that publishes every text that passes the fixed rules, with an author who can pay for hundreds of posts. */
export async function startPublishing(databaseUrl: string): Promise<PublishingApp> {
  const app = await startApp(databaseUrl, { overrides: { model: publishesAll } })
  const author = await app.account({ balance: 500_000_000 })
  return {
    ...app,
    author,
    async publish(change = {}) {
      const answer = await app.call('POST', '/v1/posts', { key: author.key, body: eventBody(change) })
      assert.equal(answer.status, 202, answer.text)
      await app.moderate()
      return answer.json.id as string
    },
  }
}

/** As `startPublishing`, with all four sites, each at its own host. */
export async function startPublishingSites(
  databaseUrl: string,
  env: Record<string, string> = {},
  log = quietLog,
): Promise<PublishingSites> {
  const app = await startApp(databaseUrl, { overrides: { model: publishesAll }, env: { SITES: allSites, ...env }, log })
  const author = await app.account({ balance: 500_000_000 })
  return {
    ...app,
    author,
    async publish(site, change) {
      const call = { host: hostOf(site), key: author.key, body: bodyFor[site](change) }
      const answer = await app.call('POST', '/v1/posts', call)
      assert.equal(answer.status, 202, answer.text)
      await app.moderate()
      return answer.json.id as string
    },
  }
}

type Define<Given> = (title: string, define: (given: () => Given) => void) => void

/** Defines tests on each kind of database, all on one app. */
export const onOnePublishingApp = shareOne(onEveryDatabase, startPublishing)

/** As `onOnePublishingApp`, for tests of presentation. */
export const presentOnePublishingApp = shareOne(onPresentation, startPublishing)

/** Defines tests on each kind of database, all on one app with all four sites. */
export const onPublishingSites = shareOne(onEveryDatabase, url => startPublishingSites(url))

/** As `onPublishingSites`, for tests of presentation. */
export const presentPublishingSites = shareOne(onPresentation, url => startPublishingSites(url))

/** As `presentPublishingSites`, with every place. */
export const presentSitesWithEveryPlace = shareOne(onPresentation, url => startPublishingSites(url), 'every')

/** Defines tests on each kind of database, each on an app of its own. */
export const onPublishingApps = startEach(onEveryDatabase)

/** As `onPublishingApps`, for tests of presentation. */
export const presentPublishingApps = startEach(onPresentation)

function startEach(on: typeof onPresentation): Define<Promise<PublishingApp>> {
  return (title, define) =>
    on(title, ({ fresh }) => {
      const apps: PublishingApp[] = []
      define(async () => {
        const app = await startPublishing(await fresh())
        apps.push(app)
        return app
      })
      after(() => Promise.all(apps.map(app => app.close())))
    })
}

function shareOne<A extends TestApp>(
  on: typeof onPresentation,
  start: (databaseUrl: string) => Promise<A>,
  places?: Places,
): Define<A> {
  return (title, define) =>
    on(title, ({ fresh }) => {
      let shared: A | undefined
      before(async () => {
        shared = await start(await fresh(places))
      })
      after(() => shared?.close())
      define(() => {
        assert.ok(shared, 'the app is not started yet')
        return shared
      })
    })
}

/** Texts that break a page or feed that does not escape them. Validation and the fixed rules accept them. */
export const hostile = {
  title: `"><script>alert('t')</script> ]]> & &amp; 'x' onload="y"`,
  body: [
    `</script><script>alert(1)</script><!-- ]]> --> <img src=x onerror=alert(2)> {{7*7}} \${7*7} &lt;b&gt;`,
    `javascript:alert(3) data:text/html,<script>alert(4)</script> [link](javascript:alert(5))`,
    `See https://example.org/a?b=1&c="onmouseover="alert(6) and (http://example.org/x_(y)). HTTPS://EXAMPLE.ORG/Z, too;`,
    `ftp://example.org/no https://user:secret@example.org/no http://[broken`,
    ``,
    `שלום עולם, مرحبا 🎉👩‍👩‍👧 e\u0301 \u2028 line separator, tab\tand more`,
  ].join('\n'),
} as const

/** Texts of kinds that broke other readers. Validation and the fixed rules accept them. */
export const odd = {
  'mark-up': hostile,
  'right to left': {
    title: 'ערב ציור בצבעי מים لكل الناس',
    body: 'ערב של ציור בצבעי מים בספרייה העירונית. كل المواد متوفرة مجانا، تعالوا كما أنتم.',
  },
  'both directions at once': {
    title: 'A reading of \u2068שלום עולם\u2069, at 7\u200f!',
    body: 'The poet reads \u2068مرحبا بالعالم\u2069 aloud, and \u2067then everybody else does\u2069, line by line; come and listen.',
  },
  'five hundred marks': {
    title: `Zalgo e${'\u0301'.repeat(100)}vening`,
    body: `Letters with marks: e${'\u0301'.repeat(500)} and nothing else to see here, come and look.`,
  },
  emoji: {
    title: '🎉 Party 👩‍👩‍👧‍👦 🏳️‍🌈 at the library',
    body: 'Bring 🎂 and 🎈, we bring 👩🏽‍🚀 and all the rest that is needed for a good evening.',
  },
  'a very long word': {
    title: 'Donaudampfschifffahrtsgesellschaft'.repeat(4),
    body: `${'Rindfleischetikettierung'.repeat(40)} is a word; come and say it aloud with us.`,
  },
  'line ends and separators': {
    title: 'Semi;colon, comma\\ and N',
    body: 'BEGIN:VEVENT\nUID:x@y\nEND:VEVENT\nSUMMARY;X="a":b\\n c; d, e \u2028 and \u2029 more text for everybody.',
  },
} as const
