// Access to the owner's pages for tests: browsers with cookies, forms with and without a token, and the list of routes.
import { type Browser, openBrowser } from '../../../demo/demo-browser.ts'
import type { TestAccount, TestApp } from '../../harness.ts'
import { openedSession } from '../../kit/key-controls.ts'

export const base = 'http://events.test'

/** A browser in which the host of the site leads to the test's app; `headers` go with each of its requests. */
export function newBrowser(app: TestApp, headers: Record<string, string> = {}): Browser {
  const send = (url: string, init?: RequestInit) =>
    fetch(url.replace(base, app.origin), { ...init, headers: { ...init?.headers, ...headers } })
  return openBrowser({ send, log: () => {} })
}

export type Sent = { status: number; html: string; location: string | null; headers: Headers }

/** Sends a request with exactly these cookies. */
export async function ask(
  app: TestApp,
  method: string,
  path: string,
  { cookie = '', fields, headers = {} }: { cookie?: string; fields?: Record<string, string>; headers?: object } = {},
): Promise<Sent> {
  const answer = await fetch(app.origin + path, {
    method,
    redirect: 'manual',
    headers: { ...(cookie && { cookie }), ...headers } as Record<string, string>,
    ...(fields && { body: new URLSearchParams(fields) }),
  })
  const html = await answer.text()
  return { status: answer.status, html, location: answer.headers.get('location'), headers: answer.headers }
}

/** An open session, and requests with its cookie. */
export async function sessionIn(app: TestApp, owner: Pick<TestAccount, 'accountId'>, grade: 'agent' | 'email') {
  const { links, now } = app.platform
  const value =
    grade === 'email'
      ? (await openedSession(app, owner)).value
      : links.sign({ account: owner.accountId, grade: 'agent' }, now())
  const cookie = `handbill-account=${value}`
  const csrf = links.csrf(value)
  return {
    value,
    cookie,
    csrf,
    get: (path: string) => ask(app, 'GET', path, { cookie }),
    post: (path: string, fields: Record<string, string> = {}, headers = {}) =>
      ask(app, 'POST', path, { cookie, fields: { csrf, ...fields }, headers }),
  }
}

/** "METHOD /path" of every route of the app at a path and below it, without HEAD. */
export function routesBelow({ app }: TestApp, base: string): string[] {
  const path: string[] = []
  return app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap(line => {
      const [, indent = '', part, methods] =
        /^((?:│ {3}| {4})*)(?:├── |└── )(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (part === undefined) return []
      path.length = indent.length / 4
      path.push(part)
      return (methods ?? '').split(', ').map(method => `${method} ${path.join('')}`)
    })
    .filter(route => new RegExp(`^(GET|POST|PUT|PATCH|DELETE) ${base}(/|$)`).test(route))
}
