// Mounts the developers' pages, each with its Markdown twin, and the console (contract.md §17).
import type { FastifyInstance } from 'fastify'
import { guideLinks } from '../../../contract/guide/documents.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Draft } from '../../../usecases/documents.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { type Html, html } from '../kit/html.ts'
import { htmlHeaders, layout } from '../kit/layout.ts'
import { markdownHtml } from '../kit/markdown-html.ts'
import { consoleHtml, consoleMarkdown } from './console-page.ts'
import { developersMarkdown } from './developers-page.ts'
import { type Setting, settingOf } from './quickstart/setting.ts'
import { referenceMarkdown } from './reference.ts'
import { consoleScript, copyScript } from './scripts.ts'
import { webhooksMarkdown } from './webhooks-page.ts'

type DeveloperPage = {
  path: string
  title: string
  description(setting: Setting): string
  markdown(setting: Setting): string
  /** Written by hand; made of the Markdown when this is left out. */
  html?(setting: Setting, head: Html): string
}

const pages: readonly DeveloperPage[] = [
  {
    path: '/developers/',
    title: 'Developers',
    description: ({ site }) => `How an agent gets from nothing to a published ${site.noun}, by REST and MCP.`,
    markdown: developersMarkdown,
  },
  {
    path: '/developers/reference/',
    title: 'Reference',
    description: () => 'Every operation of the API, and what it does to whoever calls it.',
    markdown: referenceMarkdown,
  },
  {
    path: '/developers/webhooks/',
    title: 'Webhooks',
    description: () => 'How an account is told what became of its posts, and how a delivery is verified.',
    markdown: webhooksMarkdown,
  },
  {
    path: '/console/',
    title: 'Console',
    description: ({ site }) => `Try ${site.nouns} out with a dry run, in the browser.`,
    markdown: consoleMarkdown,
    html: consoleHtml,
  },
]

/** As a public page, and its own scripts run and reach this site. */
const scriptedHeaders: Record<string, string> = {
  ...htmlHeaders,
  'content-security-policy': htmlHeaders['content-security-policy']!.replace(
    "script-src 'none'",
    "script-src 'self'; connect-src 'self'",
  ),
}

/** Mounts the pages. The site of the request is known before they run. */
export function registerDevelopers(app: FastifyInstance, platform: Platform): void {
  const { documents } = platform
  for (const page of pages) {
    const twin = `${page.path}index.md`
    const forms: Record<string, (setting: Setting) => Draft> = {
      [page.path]: setting => ({
        body: pageHtml(page, setting, twin),
        headers: { ...scriptedHeaders, link: `${guideLinks}, <${twin}>; rel="alternate"; type="text/markdown"` },
        dated: true,
      }),
      [twin]: setting => ({
        body: page.markdown(setting),
        headers: {
          'content-type': 'text/markdown; charset=utf-8',
          'x-content-type-options': 'nosniff',
          link: `${guideLinks}, <${setting.baseUrl}${page.path}>; rel="canonical"`,
        },
        dated: true,
      }),
    }
    for (const [path, write] of Object.entries(forms))
      app.get(path, async (request, reply) => {
        const { id, baseUrl } = request.site
        const written = async () => write(settingOf(platform.site(id), baseUrl, platform.now()))
        const document = await documents.get(`${id} ${path}`, written, [])
        return sendDocument(request, reply, document)
      })
    app.get(page.path.slice(0, -1), async (_, reply) => reply.redirect(page.path, 308))
  }
  for (const path of ['/developers/errors', '/developers/errors/'])
    app.get(path, async (_, reply) => reply.redirect('/problems/', 308))
  app.get('/developers.md', async (_, reply) => reply.redirect('/developers/index.md', 308))

  for (const { path, contentType, body } of [copyScript, consoleScript])
    app.get(path, (request, reply) => {
      const headers = {
        'content-type': contentType,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      }
      return sendDocument(
        request,
        reply,
        documents.lasting(path, () => ({ body, headers, dated: true })),
      )
    })
}

function pageHtml(page: DeveloperPage, setting: Setting, twin: string): string {
  const { baseUrl, site } = setting
  const alternate = html`<link rel="alternate" type="text/markdown" href="${twin}">`
  if (page.html) return page.html(setting, alternate)
  const text = page.markdown(setting)
  // What is read first comes before the tools: the heading, what it is about, the one command.
  const second = text.search(/\n(?:## |- )/)
  return layout({
    title: page.title,
    site: { id: site.id, baseUrl },
    description: page.description(setting),
    canonical: baseUrl + page.path,
    head: html`${alternate}
<script type="module" src="${copyScript.path}"></script>`,
    body: html`<div class="developers">
${markdownHtml(text.slice(0, second), baseUrl)}<p class="tools"><a href="${twin}" type="text/markdown">View as Markdown</a></p>
${markdownHtml(text.slice(second), baseUrl)}</div>`,
  })
}
