// A public page and its Markdown twin as one: whoever mounts a page gives a function for either form, and gets addresses,
// negotiation, links between the two, cache and the page in place of a missing one.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guideLinks } from '../../../contract/guide/documents.ts'
import { markdownText } from '../../../contract/markdown.ts'
import { Problem } from '../../../contract/problem.ts'
import { problems } from '../../../contract/problems.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Document, Draft } from '../../../usecases/documents.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { htmlHeaders } from './layout.ts'

/** Both forms of a page; the one that is asked for is written. */
export type PageForms = {
  html(): string
  markdown(): string
  /** The headers of the HTML, where they are not those of every public page. */
  htmlHeaders?: Readonly<Record<string, string>>
}

export type Form = 'html' | 'markdown'

export type PublicPage = {
  /** Names it among the documents of its site: requests with one key get the same bytes. */
  key: string
  /** The query of its address, as a link to it would have it; what else was sent with a request is no part of the page. */
  query?: string
  /** What it is made of (domain/subjects.ts), so that publications of other things leave it; everything when left out. */
  of?: readonly string[]
} & (
  | { make(): PageForms | Promise<PageForms> }
  /** For a page that stays as it is while the process runs. */
  | { lasting(): PageForms }
)

/** Where a page is for good, as a path; what was asked for leads there, the twin to the twin. */
type Moved = { movedTo: string }

/** What a page finds wrong with its address is shown as a page too; null leaves it to the edge. */
type Instead = (request: FastifyRequest, problem: Problem) => string | null

/** Where pages are mounted, and what is shown in place of one that cannot be. */
export type Mounted = { app: FastifyInstance; platform: Platform; instead?: Instead }

/**
 * Mounts a page at `path` and its Markdown twin beside it: `/policy/` has `/policy/index.md`, `/p/:id` has `/p/:id.md`. Whoever
 * accepts text/markdown at least as gladly as text/html gets the twin at `path` too. An address without the last slash leads to the one with it.
 * `page` says what a request asks for; it and what it makes throw the problem of an address where there is none.
 */
export function mountPage<Request extends FastifyRequest>(
  { app, platform, instead }: Mounted,
  path: string,
  page: (request: Request) => PublicPage | Moved | Promise<PublicPage | Moved>,
): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, form: Form) => {
    try {
      const asked = await page(request as Request)
      if ('movedTo' in asked) {
        const there = request.path.endsWith('.md') ? twinOf(asked.movedTo) : asked.movedTo
        return await reply.redirect(there + queryOf(request), 308)
      }
      return await sendDocument(request, reply, await documentOf(platform, request, form, asked))
    } catch (error) {
      const body = error instanceof Problem ? insteadOf(request, error, form, instead) : null
      if (body === null) throw error
      const cached = { 'cache-control': 'public, max-age=0, must-revalidate', vary: 'Accept' }
      return reply
        .code((error as Problem).status)
        .headers({ ...headersOf[form], ...cached })
        .send(body)
    }
  }
  app.get(path, (request, reply) => send(request, reply, prefersMarkdown(request.headers.accept) ? 'markdown' : 'html'))
  app.get(twinOf(path), (request, reply) => send(request, reply, 'markdown'))
  if (path !== '/' && path.endsWith('/'))
    app.get(path.slice(0, -1), async (request, reply) => reply.redirect(`${request.path}/${queryOf(request)}`, 308))
}

/** The query as it was sent, with its question mark. */
export function queryOf({ url }: FastifyRequest): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : ''
}

/** Where the Markdown twin of a page is. */
export function twinOf(path: string): string {
  return path.endsWith('/') ? `${path}index.md` : `${path}.md`
}

/** The page that a twin belongs to. */
function pageOf(path: string): string {
  return path.replace(/\.md$/, '').replace(/\/index$/, '/')
}

const headersOf: Record<Form, Record<string, string>> = {
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
  form: Form,
  page: PublicPage,
): Document | Promise<Document> {
  const { site, path } = request
  const { query = '' } = page
  const here = path.endsWith('.md') ? pageOf(path) : path
  const key = `${site.id} ${form} ${page.key}`
  const draft = (forms: PageForms): Draft =>
    draftOf(form, forms[form](), { baseUrl: site.baseUrl, path: here, query, htmlHeaders: forms.htmlHeaders })
  if ('lasting' in page) return documents.lasting(key, () => draft(page.lasting()))
  return documents.get(key, async () => draft(await page.make()), page.of)
}

/** One form of a page with links to the other. `path` is that of the page, `query` what follows it. */
export function draftOf(
  form: Form,
  text: string,
  {
    baseUrl,
    path,
    query,
    htmlHeaders: headers = htmlHeaders,
  }: { baseUrl: string; path: string; query: string; htmlHeaders?: PageForms['htmlHeaders'] },
): Draft {
  const twin = `${twinOf(path)}${query}`
  const [other, own, body] =
    form === 'html'
      ? [`<${twin}>; rel="alternate"; type="text/markdown"`, headers, withTwin(text, twin)]
      : [`<${baseUrl}${path}${query}>; rel="canonical"`, headersOf.markdown, text]
  return { body, headers: { ...own, link: `${guideLinks}, ${other}` }, vary: 'Accept', dated: true }
}

/** The head of a page with a link to its twin: the address of either is known here alone. */
function withTwin(page: string, twin: string): string {
  const href = twin.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`)
  return page.replace('</head>', () => `<link rel="alternate" type="text/markdown" href="${href}">\n</head>`)
}

function insteadOf(request: FastifyRequest, problem: Problem, form: Form, instead?: Instead) {
  if (form === 'html') return instead?.(request, problem) ?? null
  return problem.status < 500 ? problemMarkdown(problem) : null
}

/** What is wrong, as Markdown. */
export function problemMarkdown({ code, message }: Problem): string {
  return `# ${problems[code].title}\n\n${markdownText(message)}\n`
}

/** Which form of a page a request asks for. */
export function formAsked({ path, headers }: FastifyRequest): Form {
  return path.endsWith('.md') || prefersMarkdown(headers.accept) ? 'markdown' : 'html'
}

/** Whether a client that accepts this would rather read Markdown: it names text/markdown, and HTML not more gladly. */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/markdown/i.test(accept)) return false
  const quality = (type: string) => {
    const range = accept.split(',').find(part => part.split(';')[0]!.trim().toLowerCase() === type)
    if (range === undefined) return 0
    const given = Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
    return Number.isNaN(given) ? 1 : given
  }
  const wanted = quality('text/markdown')
  return wanted > 0 && wanted >= quality('text/html')
}
