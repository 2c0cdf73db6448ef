// Links in mails to the people of an account, for tests.
import { mailsTo, type TestApp } from '../../harness.ts'

/** The token of the newest link to a page below /account in the mails to an address. */
export async function linkIn(app: TestApp, email: string, path: string): Promise<string> {
  const bodies = (await mailsTo(app, { email })).map(({ body }) => body)
  return bodies.flatMap(body => new RegExp(`/account/${path}\\?t=(\\w+)`).exec(body)?.[1] ?? []).at(-1) as string
}
