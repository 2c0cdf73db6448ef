// Access to the console for tests: signed-in reviewers, its routes, and items of each kind.
import { randomBytes } from 'node:crypto'
import { eventBody, type TestAccount, type TestApp } from '../../harness.ts'
import { ask } from '../owner/owner-site.ts'

export const [ann, bob] = ['ann@example.org', 'bob@example.org'] as const
/** Bob is a lead. */
export const reviewers = { REVIEWERS: `${ann},${bob}=lead` }

/** The tokens of all console links in the unsent mails to an address. */
export async function consoleTokens({ platform }: Pick<TestApp, 'platform'>, email: string): Promise<string[]> {
  const mails = await platform.db.selectFrom('mail').select('body').where('recipient', '=', email).execute()
  return mails.flatMap(({ body }) => /\/review\/sign-in\/open\?t=(\w+)/.exec(body)?.[1] ?? [])
}

/** An open session of a reviewer, and requests with its cookie. */
export async function reviewing(app: TestApp, email: string) {
  const { platform } = app
  const browser = randomBytes(24).toString('base64url')
  const asked = { email, reviewer: email, browser, baseUrl: 'http://events.test', ip: browser, known: false }
  await platform.act('askReviewersSignIn', asked)
  const opening = { as: 'reviewer', browser, browserName: 'A test', replaces: null } as const
  for (const token of await consoleTokens(app, email)) {
    const opened = await platform.act('signInByLink', { token, ...opening })
    if (typeof opened === 'string') continue
    const cookie = `handbill-review=${opened.value}`
    const csrf = platform.links.csrf(opened.value)
    return {
      value: opened.value,
      cookie,
      csrf,
      get: (path: string) => ask(app, 'GET', path, { cookie }),
      /** The text of a post that was never edited has the id of the post. For any other text `seen` is a field. */
      post: (path: string, fields: Record<string, string> = {}, headers = {}) => {
        const seen = path.slice(path.lastIndexOf('/') + 1)
        return ask(app, 'POST', path, { cookie, fields: { csrf, seen, ...fields }, headers })
      },
    }
  }
  throw new Error(`no session for ${email}`)
}

/** Submits a post whose title begins with a word of the model `byTitle`, and returns its id. */
export async function submitted(app: TestApp, author: TestAccount, word: string, change: object = {}) {
  app.clock.advance(1_000)
  const body = eventBody()
  const answer = await app.call('POST', '/v1/posts', {
    key: author.key,
    body: { ...body, title: `${word} ${body.title}`, ...change },
  })
  await app.moderate()
  return answer.json.id as string
}
