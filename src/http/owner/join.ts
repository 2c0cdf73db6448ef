// Opening an account on a page, without an agent: the form, the mail, the link or its code (contract.md §11).
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Joined } from '../../actions/accounts/join.ts'
import type { Opened } from '../../actions/accounts/sessions.ts'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { capital } from '../../contract/words.ts'
import { typedCode } from '../../domain/accounts/sign-in-code.ts'
import { askedLanguage } from '../../edge/asked-language.ts'
import { callerAddress } from '../../edge/caller-address.ts'
import { askToJoin, freeHandleLike, joinByCode, joinByLink, joinLink } from '../../usecases/accounts/join.ts'
import { awaitsCode, isKnownBrowser, markOfBrowser } from '../../usecases/accounts/sessions.ts'
import { termsVersion } from '../../usecases/accounts/terms.ts'
import { actingAs } from '../../usecases/acting.ts'
import { inTime } from '../../usecases/deadline.ts'
import type { TypedSignUp } from '../../usecases/links.ts'
import type { Platform } from '../../usecases/platform.ts'
import { browserName } from '../private/browser-name.ts'
import { field, isFromHere, readAddress } from '../private/forms.ts'
import { parameter, send } from '../private/route.ts'
import {
  browserOf,
  clearCookie,
  cookieOf,
  keepFor,
  knownBrowser,
  markBrowser,
  openSession,
} from '../private/session.ts'
import { keepNext, ownPageIn, wantedPage } from './hand-over.ts'
import {
  type JoinErrors,
  type JoinForm,
  joinCodePage,
  joinOverPage,
  joinPage,
  joinSentPage,
  notJoinedPage,
  openAccountPage,
} from './join-pages.ts'
import { handleRule, isHandle, nameRule, readName, typedHandle } from './name-fields.ts'
import { leadTo } from './notices.ts'
import { byMailedLink, sessionOf } from './session.ts'

type Visit = { platform: Platform; request: FastifyRequest; reply: FastifyReply }
type Form = Visit & { browser: string }

/** Mounts the pages. `foreign` answers a form that another site sent. */
export function registerJoin(
  pages: FastifyInstance,
  platform: Platform,
  foreign: (reply: FastifyReply) => FastifyReply,
): void {
  const page = (path: string, show: (visit: Visit) => Promise<FastifyReply>) =>
    pages.get(path, (request, reply) => show({ platform, request, reply }))
  const form = (path: string, run: (form: Form) => Promise<FastifyReply>) =>
    pages.post(path, async (request, reply) => {
      const browser = browserOf(request, 'browser')
      if (!isFromHere(request) || browser === null || !platform.links.csrfMatches(browser, field(request, 'csrf')))
        return foreign(reply)
      const act = () => inTime(platform.times.answerMs, () => run({ platform, request, reply, browser }))
      return actingAs(byMailedLink(request), act)
    })
  page('/join', showForm)
  form('/join', takeForm)
  page('/join/sent', showSent)
  page('/join/code', async ({ reply }) => reply.redirect('/join/sent', 303))
  form('/join/code', enterByCode)
  page('/join/open', showLink)
  form('/join/open', enterByLink)
}

const partsOf = ({ platform, reply }: Visit) => ({
  site: reply.request.site,
  csrf: platform.links.csrf(knownBrowser(reply, 'browser')),
})

/** Who is signed in already goes on. */
async function showForm(visit: Visit) {
  const { platform, request, reply } = visit
  const next = parameter(request, 'next')
  if ((await sessionOf(platform, request))?.grade === 'email') return reply.redirect(ownPageIn(next) ?? '/account', 303)
  keepNext(reply, next)
  return sendForm(visit)
}

function sendForm(
  visit: Visit,
  { status = 200, ...typed }: { status?: number; form?: JoinForm; errors?: JoinErrors } = {},
) {
  const { platform, request, reply } = visit
  const priced = platform.site(request.site.id)
  return send(reply, status, joinPage({ ...partsOf(visit), priced, terms: termsVersion(platform), ...typed }))
}

async function takeForm(visit: Form) {
  const { platform, request, reply } = visit
  const read = readForm(visit)
  if ('errors' in read) return sendForm(visit, { status: 400, ...read })
  const { signUp, form } = read
  const known = isKnownBrowser(platform, 'owner', signUp.email, cookieOf(request, 'known'))
  const nonce = randomBytes(24).toString('base64url')
  const from = {
    site: request.site,
    browser: visit.browser,
    ip: callerAddress(request),
    known,
    nonce,
    language: askedLanguage(request),
  }
  try {
    const joining = await askToJoin(platform, signUp, from)
    keepFor(reply, 'joining', joining, limits.signInLinkMs / 1000)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const refused = await refusedField(platform, error, signUp)
    if (refused === null) throw error
    return sendForm(visit, { status: error.status, form: { ...form, ...refused.instead }, errors: refused.errors })
  }
  return reply.redirect('/join/sent', 303)
}

/** The sign-up of the form, or its faults. The box says which version of the terms the page showed: another one is not accepted by it. */
function readForm({
  platform,
  request,
}: Form): { signUp: TypedSignUp; form: JoinForm } | { form: JoinForm; errors: JoinErrors } {
  const terms = termsVersion(platform)
  const [name, email, handle, ticked] = [
    readName(request),
    readAddress(request),
    typedHandle(request),
    field(request, 'terms'),
  ]
  const accepts = ticked === terms
  const form = { name: field(request, 'name'), email: field(request, 'email'), handle, accepts }
  const errors: JoinErrors = {
    ...(name === null && { name: nameRule }),
    ...(email === null && { email: 'This is not an e-mail address.' }),
    ...(handle !== '' && !isHandle(handle) && { handle: handleRule }),
    ...(!accepts && {
      terms:
        ticked === '' ? 'Tick this to accept the terms.' : 'The terms have changed. Read them, and tick this again.',
    }),
  }
  if (name === null || email === null || Object.keys(errors).length > 0) return { form, errors }
  return { signUp: { name, email, handle: handle === '' ? null : handle, terms }, form }
}

/** The fault of the name or the handle, with a handle that is free in place of one that is taken; null for any other problem. */
async function refusedField(platform: Platform, { code, extras }: Problem, { handle }: TypedSignUp) {
  if (code === 'handle_taken' && handle !== null) {
    const like = await freeHandleLike(platform, handle)
    const taken = `@${handle} is taken.`
    return like === null
      ? { instead: {}, errors: { handle: `${taken} Choose another one.` } }
      : { instead: { handle: like }, errors: { handle: `${taken} @${like} is free.` } }
  }
  const [, member, why = ''] = /^\/(name|handle): (.*)/s.exec(extras.errors?.[0] ?? '') ?? []
  return member === undefined ? null : { instead: {}, errors: { [member]: capital(`it ${why}`) } as JoinErrors }
}

async function showSent(visit: Visit) {
  const { platform, request, reply } = visit
  const browser = browserOf(request, 'browser')
  return browser !== null && cookieOf(request, 'joining') !== undefined && (await awaitsCode(platform, browser))
    ? send(reply, 200, joinSentPage(partsOf(visit)))
    : reply.redirect('/join', 303)
}

async function showLink(visit: Visit) {
  const { platform, request, reply } = visit
  const { site } = request
  const token = parameter(request, 't') ?? ''
  const link = await joinLink(platform, { token, browser: browserOf(request, 'browser') })
  if (link === null) return send(reply, 410, joinOverPage(site))
  return 'code' in link
    ? send(reply, 200, joinCodePage({ site, ...link }))
    : send(reply, 200, openAccountPage({ ...partsOf(visit), token, ...link }))
}

const enteringIn = ({ request, browser }: Form) => ({
  ...{ site: request.site.id, browser },
  browserName: browserName(request.headers['user-agent']),
})

async function enterByLink(visit: Form) {
  const { platform, request } = visit
  const token = field(request, 't')
  return enter(visit, () => joinByLink(platform, { token, ...enteringIn(visit) }))
}

async function enterByCode(visit: Form) {
  const { platform, request } = visit
  const [code, joining] = [typedCode(field(request, 'code')), cookieOf(request, 'joining') ?? '']
  const replaces = (await sessionOf(platform, request))?.id ?? null
  return enter(visit, () => joinByCode(platform, { code, joining, replaces, ...enteringIn(visit) }))
}

/** Opens the session of an account that was opened, and goes on to the page that was wanted. */
async function enter(visit: Form, open: () => Promise<Joined | Opened | 'elsewhere' | 'over' | 'wrong'>) {
  const { platform, request, reply } = visit
  const { site } = request
  let opened: Awaited<ReturnType<typeof open>>
  try {
    opened = await open()
  } catch (error) {
    if (!(error instanceof Problem) || (error.code !== 'email_taken' && error.code !== 'banned')) throw error
    return send(reply, error.status, notJoinedPage(site, error.code))
  }
  if (opened === 'over') return send(reply, 410, joinOverPage(site))
  if (opened === 'elsewhere') return send(reply, 403, joinOverPage(site))
  if (opened === 'wrong') {
    const error = `This is not the code of the newest mail. A link takes ${limits.signInCodeTries} tries.`
    return send(reply, 400, joinSentPage({ ...partsOf(visit), error }))
  }
  openSession(reply, opened, platform.now(), 'account')
  for (const cookie of ['browser', 'joining'] as const) clearCookie(reply, cookie)
  markBrowser(reply, 'known', markOfBrowser(platform, 'owner', opened.address))
  const notice = !('otherHandle' in opened) ? 'signed-in' : opened.otherHandle === null ? 'joined' : 'joined-otherwise'
  return leadTo(reply, wantedPage(reply, '/account'), notice)
}
