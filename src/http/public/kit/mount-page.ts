// Mounts a public page together with its Markdown twin: addresses, negotiation, links between the two, caching, and the page that
// replaces a missing one.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { markdownText } from '../../../contract/markdown.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { problems } from '../../../contract/problems/problems.ts'
import { guideLinks } from '../../../documents/guide/documents.ts'
import type { SpokenSite } from '../../../domain/languages/spoken-site.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Document, Draft } from '../../../usecases/documents.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { withDrawnOffer } from './drawn-offer.ts'
import { languageOffer } from './language-offer.ts'
import { htmlHeaders, scriptedHtmlHeaders } from './layout.ts'

/** Both forms of a page; only the requested form is written. */
export type PageForms<Text = string> = {
  html(): Text
  markdown(): Text
  /** The headers of the HTML, when they differ from those of public pages; `vary` where it depends on more than Accept. */
  htmlHeaders?: Readonly<Record<string, string>>
}

export type PageForm = 'html' | 'markdown'

/** The forms of a page that may take a while to write. */
type MadeForms = PageForms<string | Promise<string>>

export type PublicPage = {
  /** The key among the documents of the site: requests with the same key get the same bytes. */
  key: string
  /** The canonical query of the page; other parameters of the request are not part of it. */
  query?: string
  /** The subjects that the page depends on (domain/posts/subjects.ts); all of them when left out. */
  of?: readonly string[]
} & (
  | { make(): MadeForms | Promise<MadeForms> }
  /** For a page that does not change while the process runs. */
  | { lasting(): PageForms }
)

/** The canonical path of a page: a request is redirected there, a request for the twin to the twin there. */
type Moved = { movedTo: string }

/** The page for a problem with an address; null leaves the problem to the edge. */
type ProblemPage = (request: FastifyRequest, problem: Problem) => string | null

/** The app that pages are mounted on, and the page for a problem. */
export type Mounted = { app: FastifyInstance; platform: Platform; instead?: ProblemPage }

/**
 * Mounts a page at `path` and its Markdown twin: `/policy/` has `/policy/index.md`, `/p/:id` has `/p/:id.md`. A client that
 * prefers text/markdown, or accepts it as much as text/html, gets the twin at `path` too. A path without its last slash redirects
 * to the path with it. `page` and the functions that it returns throw the problem of an address that has no page. With `json` the
 * page has a form in JSON too, at its path with `.json` and for a client that prefers JSON.
 */
export function mountPage<Request extends FastifyRequest>(
  { app, platform, instead }: Mounted,
  path: string,
  page: (request: Request) => PublicPage | Moved | Promise<PublicPage | Moved>,
  json?: (request: Request) => Document,
): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, form: PageForm) => {
    try {
      const asked = await page(request as Request)
      if ('movedTo' in asked) {
        const there = request.path.endsWith('.md') ? twinOf(asked.movedTo) : asked.movedTo
        return await reply.redirect(prefixOf(request) + encodeURI(there.toWellFormed()) + queryOf(request), 308)
      }
      return await sendDocument(request, reply, await documentOf(platform, request, form, asked))
    } catch (error) {
      const body = error instanceof Problem ? insteadOf(request, error, form, instead) : null
      if (body === null) throw error
      const cached = { 'cache-control': 'public, max-age=0, must-revalidate', vary: 'Accept, Accept-Language' }
      return reply
        .code((error as Problem).status)
        .headers({ ...headersOf[form], ...cached })
        .send(form === 'html' ? withDrawnOffer(request, body) : body)
    }
  }
  app.get(path, (request, reply) => {
    const { accept } = request.headers
    if (json && prefersJson(accept)) return sendDocument(request, reply, json(request as Request))
    return send(request, reply, prefersMarkdown(accept) ? 'markdown' : 'html')
  })
  if (json) app.get(`${path}.json`, (request, reply) => sendDocument(request, reply, json(request as Request)))
  app.get(twinOf(path), (request, reply) => send(request, reply, 'markdown'))
  if (path !== '/' && path.endsWith('/'))
    app.get(path.slice(0, -1), async (request, reply) => reply.redirect(slashed(request), 308))
}

/** The address of the request with a slash behind its path, in the encoding of the caller: a header takes no other script. */
function slashed(request: FastifyRequest): string {
  const query = queryOf(request)
  return `${prefixOf(request)}${request.url.slice(0, request.url.length - query.length)}/${query}`
}

/** The language in front of the address of a page; empty for a twin, which is in English. */
function prefixOf({ path, site }: FastifyRequest): string {
  return path.endsWith('.md') ? '' : site.tongue.prefix
}

/** The query of the request, with its question mark. */
export function queryOf({ url }: FastifyRequest): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : ''
}

export function twinOf(path: string): string {
  return path.endsWith('/') ? `${path}index.md` : `${path}.md`
}

/** The path of the page of a twin. */
function pageOf(path: string): string {
  return path.replace(/\.md$/, '').replace(/\/index$/, '/')
}

const headersOf: Record<PageForm, Record<string, string>> = {
  html: htmlHeaders,
  markdown: {
    'content-type': 'text/markdown; charset=utf-8',
    'x-content-type-options': 'nosniff',
    link: guideLinks,
  },
}

function documentOf(
  { documents }: Platform,
  request: FastifyRequest,
  form: PageForm,
  page: PublicPage,
): Document | Promise<Document> {
  const { site, path } = request
  const { query = '' } = page
  const here = path.endsWith('.md') ? pageOf(path) : path
  const key = `${site.id} ${keyOf(form, site)} ${page.key}`
  const draft = (text: string, { htmlHeaders }: MadeForms): Draft =>
    draftOf(form, text, { baseUrl: site.baseUrl, path: here, query, htmlHeaders })
  if ('lasting' in page) {
    return documents.lasting(key, () => {
      const forms = page.lasting()
      return draft(forms[form](), forms)
    })
  }
  const made = async () => {
    const forms = await page.make()
    return draft(await forms[form](), forms)
  }
  return documents.get(key, made, page.of)
}

/** The part of the key of a document that names its form: a page differs by language, its twin does not. */
export function keyOf(form: PageForm, { tongue }: SpokenSite): string {
  return form === 'html' ? `${form} ${tongue.tag}` : form
}

/** One form of a page with links to the other. `path` is the path of the page, `query` its canonical query. */
export function draftOf(
  form: PageForm,
  text: string,
  {
    baseUrl,
    path,
    query,
    htmlHeaders: headers = runsScripts(text) ? scriptedHtmlHeaders : htmlHeaders,
  }: { baseUrl: string; path: string; query: string; htmlHeaders?: PageForms['htmlHeaders'] },
): Draft {
  const twin = `${twinOf(path)}${query}`
  const [other, own, body] =
    form === 'html'
      ? [`<${twin}>; rel="alternate"; type="text/markdown"`, headers, withOffer(withTwin(text, twin), headers)]
      : [`<${baseUrl}${path}${query}>; rel="canonical"`, headersOf.markdown, text]
  const { vary = 'Accept', ...others } = own
  return { body, headers: { ...others, link: `${guideLinks}, ${other}` }, vary, dated: true }
}

/** Adds a link to the twin to the head of a page. Only this file knows both addresses. */
function withTwin(page: string, twin: string): string {
  const href = twin.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`)
  return page.replace('</head>', () => `<link rel="alternate" type="text/markdown" href="${href}">\n</head>`)
}

/** Whether a page names itself in other languages. A text of a post has no quote that could say so. */
const isOffered = (page: string) => page.includes(' data-offer="')

/** Whether a page runs a script. A text of a post has no bracket that could say so. */
const runsScripts = (page: string) => isOffered(page) || page.includes('<script type="module"')

/** Adds the script that offers the language of the browser, where the policy of the page lets it run. */
function withOffer(page: string, headers: Readonly<Record<string, string>>): string {
  if (!isOffered(page) || !headers['content-security-policy']?.includes("script-src 'self'")) return page
  return page.replace('</head>', () => `<script type="module" src="${languageOffer.path}"></script>\n</head>`)
}

function insteadOf(request: FastifyRequest, problem: Problem, form: PageForm, instead?: ProblemPage) {
  if (form === 'html') return instead?.(request, problem) ?? null
  return problem.status < 500 ? problemMarkdown(problem) : null
}

export function problemMarkdown({ code, message }: Problem): string {
  return `# ${problems[code].title}\n\n${markdownText(message)}\n`
}

export function formAsked({ path, headers }: FastifyRequest): PageForm {
  return path.endsWith('.md') || prefersMarkdown(headers.accept) ? 'markdown' : 'html'
}

/** Whether a client prefers Markdown: its Accept names text/markdown with at least the quality of text/html. */
function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/markdown/i.test(accept)) return false
  const wanted = qualityIn(accept, 'text/markdown')
  return wanted > 0 && wanted >= qualityIn(accept, 'text/html')
}

/** Whether a client prefers JSON: its Accept names it, plain or as a problem, above text/html and text/markdown. */
function prefersJson(accept: string | undefined): boolean {
  if (accept === undefined || !/json/i.test(accept)) return false
  const wanted = Math.max(qualityIn(accept, 'application/json'), qualityIn(accept, 'application/problem+json'))
  return wanted > Math.max(qualityIn(accept, 'text/html'), qualityIn(accept, 'text/markdown'))
}

/** The quality of a media type that an Accept header names; 0 for any other. */
function qualityIn(accept: string, type: string): number {
  const range = accept.split(',').find(part => part.split(';')[0]!.trim().toLowerCase() === type)
  if (range === undefined) return 0
  const given = Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
  return Number.isNaN(given) ? 1 : given
}
