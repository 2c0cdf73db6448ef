// Mounts the developers' pages, each with its Markdown twin, and the console (contract.md §17).

import type { FastifyInstance } from 'fastify'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { html } from '../kit/html.ts'
import { layout, scriptedHtmlHeaders } from '../kit/layout.ts'
import { markdownHtml } from '../kit/markdown-html.ts'
import { mountPage, twinOf } from '../kit/mount-page.ts'
import type { PageSite } from '../kit/spoken.ts'
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
  /** Its own HTML; made from the Markdown when left out. */
  html?(setting: Setting, context: PageSite): string
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
    description: () => 'Every operation of the API, and its effects on the caller.',
    markdown: referenceMarkdown,
  },
  {
    path: '/developers/webhooks/',
    title: 'Webhooks',
    description: () => 'How an account gets the outcomes of its posts, and how a delivery is verified.',
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

/** Mounts the pages. The edge has set the site. */
export function registerDevelopers(app: FastifyInstance, platform: Platform): void {
  const { documents } = platform
  const mounted = { app, platform }
  for (const page of pages)
    mountPage(mounted, page.path, ({ site }) => ({
      key: page.path,
      of: [],
      make() {
        const setting = settingOf(platform.site(site.id), site.baseUrl, platform.now())
        return {
          html: () => pageHtml(page, setting, site),
          markdown: () => page.markdown(setting),
          htmlHeaders: scriptedHtmlHeaders,
        }
      },
    }))
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

function pageHtml(page: DeveloperPage, setting: Setting, site: PageSite): string {
  const { baseUrl } = setting
  if (page.html) return page.html(setting, site)
  const text = page.markdown(setting)
  // The heading, the first paragraph and the first command come before the tools.
  const second = text.search(/\n(?:## |- )/)
  return layout({
    title: page.title,
    site,
    description: page.description(setting),
    canonical: baseUrl + page.path,
    head: html`<script type="module" src="${copyScript.path}"></script>`,
    body: html`<div class="developers">
${markdownHtml(text.slice(0, second), baseUrl)}<p class="tools"><a href="${twinOf(page.path)}" type="text/markdown">View as Markdown</a></p>
${markdownHtml(text.slice(second), baseUrl)}</div>`,
  })
}
