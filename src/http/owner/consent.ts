// Asks an owner whether an app may act for the account, and answers the app (contract.md §16).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { plainAmount, usualConnectionBudget } from '../../contract/currency.ts'
import { limits } from '../../contract/limits.ts'
import { consentPath, scopesIn } from '../../contract/oauth.ts'
import { problems } from '../../contract/problems/problems.ts'
import { redirectHost, redirectSource } from '../../domain/accounts/redirect.ts'
import { sha256 } from '../../domain/ids.ts'
import { existingAccount } from '../../usecases/accounts/account-view.ts'
import type { Platform } from '../../usecases/platform.ts'
import type { Consent } from '../oauth/server.ts'
import { chosen, field } from '../private/forms.ts'
import { messagePage, privatePage } from '../private/frame.ts'
import { amountRule, microsIn } from '../private/money.ts'
import { send } from '../private/route.ts'
import { knownBrowser } from '../private/session.ts'
import { addressForm } from '../private/sign-in-pages.ts'
import { html, privateHtmlHeaders } from '../public/kit/layout.ts'
import {
  type AskingApp,
  askingPart,
  type ConsentFaults,
  type ConsentPage,
  consentPage,
  lastings,
  type TypedConsent,
} from './consent-page.ts'
import type { OwnersRoute, Visit } from './route.ts'
import { ownersWords } from './sign-in.ts'

/** The path of the page of consent. */
export const consentRoute = `${consentPath}/:uid`

export const consentRoutes: readonly OwnersRoute[] = [
  { method: 'GET', path: consentRoute, grade: 'email', run: ask },
  { method: 'POST', path: consentRoute, grade: 'email', run: decide },
]

/** A request of an app in the browser that brought it. */
type Asked = { server: Provider; uid: string; app: AskingApp; answeredTo: string; clientId: string }

const expired = {
  title: 'This request is over',
  text: [
    'It was answered already, is too old, or was begun in another browser. Nothing was done. Begin again in the app.',
  ],
}

/** The request of an app that the browser has brought; null for a request that is over, or of another browser. */
async function askedIn(request: FastifyRequest, reply: FastifyReply): Promise<Asked | null> {
  const server = await request.server.authorizationServer(request.site)
  const details = await server.interactionDetails(request.raw, reply.raw).catch(() => null)
  const { uid } = request.params as { uid: string }
  if (!details || details.uid !== uid) return null
  const { client_id, redirect_uri, scope } = details.params as Record<'client_id' | 'redirect_uri' | 'scope', string>
  const client = await server.Client.find(client_id).catch(() => undefined)
  if (!client) return null
  const { host, onThisMachine } = redirectHost(redirect_uri)
  const app = {
    ...{ name: nameOf(client.clientName, host), host, onThisMachine, source: redirectSource(redirect_uri) },
    provenHost: client_id.startsWith('https://') ? new URL(client_id).host : null,
    scopes: scopesIn(scope),
  }
  return { server, uid, app, answeredTo: details.returnTo, clientId: client.clientId }
}

/** What an app calls itself, on one line, without invisible characters, and short; its host if it has no name. */
function nameOf(name: string | undefined, host: string): string {
  const plain = (name ?? '')
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
  return [...plain].slice(0, limits.oauthClientNameCodePoints).join('') || host
}

/** The headers of a page whose form leads back to the app: browsers check every redirect that follows a form. */
function headersFor({ source }: AskingApp): Record<string, string> {
  const policy = privateHtmlHeaders['content-security-policy'] ?? ''
  const self = "form-action 'self'"
  return { ...privateHtmlHeaders, 'content-security-policy': policy.replace(self, `${self} ${source}`) }
}

const over = (reply: FastifyReply) => send(reply, 410, messagePage(reply.request.site, expired))

async function ask(visit: Visit): Promise<FastifyReply> {
  const asked = await askedIn(visit.request, visit.reply)
  if (!asked) return over(visit.reply)
  const { scopes } = asked.app
  const budget = plainAmount(usualConnectionBudget())
  return show(visit, asked, { typed: { scopes, budget, askFirst: false, lasts: 'open' }, faults: {} })
}

async function show(
  { platform, session, request, reply, csrf }: Visit,
  { uid, app }: Asked,
  form: Pick<ConsentPage, 'typed' | 'faults'>,
): Promise<FastifyReply> {
  const { handle } = await existingAccount(platform, session.accountId)
  const page = consentPage({ site: request.site, csrf, path: `${consentPath}/${uid}`, handle, app, ...form })
  const faulty = Object.keys(form.faults).length > 0
  return send(reply, faulty ? problems.invalid.status : 200, page, headersFor(app))
}

async function decide(visit: Visit): Promise<FastifyReply> {
  const { platform, session, request, reply } = visit
  const asked = await askedIn(request, reply)
  if (!asked) return over(reply)
  const { server, uid, app, answeredTo, clientId } = asked
  const answer = async (result: Consent | { error: string; error_description: string }) => {
    await server.interactionResult(request.raw, reply.raw, result)
    return reply.redirect(answeredTo, 303)
  }
  if (field(request, 'answer') !== 'yes')
    return answer({ error: 'access_denied', error_description: 'the owner has refused' })
  const typed: TypedConsent = {
    scopes: chosen(request, 'scopes'),
    budget: field(request, 'budget'),
    askFirst: field(request, 'ask_first') === 'yes',
    lasts: field(request, 'lasts'),
  }
  const scopes = app.scopes.filter(scope => typed.scopes.includes(scope))
  const monthlyBudget = typed.budget.trim() === '' ? null : microsIn(typed.budget)
  const faults: ConsentFaults = {
    ...(scopes.length === 0 && { scopes: 'Choose at least one thing that it may do, or refuse.' }),
    ...(monthlyBudget === null &&
      typed.budget.trim() !== '' && { budget: `${amountRule()} Leave it empty for no limit.` }),
  }
  if (Object.keys(faults).length > 0) return show(visit, asked, { typed, faults })
  // A form that is sent twice connects one app.
  if (!(await platform.act('consumeOAuthRecord', { hash: sha256(uid) }))) return over(reply)
  const { keyId } = await platform.act('connectApp', {
    ...{ accountId: session.accountId, site: request.site.id, clientId, clientName: app.name, host: app.host },
    ...{ scopes, monthlyBudget, askFirst: typed.askFirst },
    lastsMs: lastings.find(([value]) => value === typed.lasts)?.[1] ?? null,
  })
  const client = await server.Client.find(clientId)
  if (client) {
    const { keepDocument } = await import('../oauth/server.ts')
    await keepDocument(platform, request.site, client.metadata())
  }
  return answer({ login: { accountId: session.accountId, remember: false }, consent: { keyId } })
}

/** The page for somebody without a session: who asks, the form that mails a link to sign in, and the way to an account. */
export async function askToSignInFor(platform: Platform, reply: FastifyReply): Promise<FastifyReply> {
  const { request } = reply
  const asked = await askedIn(request, reply)
  if (!asked) return over(reply)
  const csrf = platform.links.csrf(knownBrowser(reply, 'browser'))
  const next = `${consentPath}/${asked.uid}`
  const body = html`<h1>An app wants to act for you</h1>
${askingPart(asked.app)}
<p>Sign in to read what it asks for. Nothing is allowed by signing in. We mail you a link; come back to this browser with it.</p>
${addressForm(csrf, ownersWords)}
<p><a href="/join?next=${encodeURIComponent(next)}">You have no account yet? Open one</a></p>`
  return send(reply, 200, privatePage(request.site, 'Sign in', body))
}
