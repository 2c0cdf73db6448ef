// The pages of documents, each written in Markdown and shown as HTML: policy, prices, limits, status, changelog and the others.

import type { FastifyInstance } from 'fastify'
import { siteRow } from '../../../contract/sites.ts'
import { guidePages } from '../../../documents/guide/pages.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { markdownHtml } from '../kit/markdown-html.ts'
import { mountPage, type PageForms } from '../kit/mount-page.ts'
import type { PageSite } from '../kit/spoken.ts'
import { changelogFeed } from './changelog-feed.ts'
import { guideContext } from './guide-context.ts'
import { statusMarkdown } from './status-page.ts'

const changelogFeedPath = '/changelog/feed.xml'

/** Mounts every page of documents with its Markdown twin, and the feed of the changelog (contract.md §17). */
export function registerGuidePages(app: FastifyInstance, platform: Platform): void {
  for (const { path, title, about, markdown } of guidePages)
    mountPage({ app, platform }, path, ({ site }) => ({
      key: path,
      lasting: () => forms(site, { path, title, about, text: markdown(guideContext(platform, site)) }),
    }))

  const status = { path: '/status/', title: 'Status', about: 'Whether the service is up and how long decisions take.' }
  mountPage({ app, platform }, status.path, ({ site }) => ({
    key: status.path,
    make: async () => forms(site, { ...status, text: await statusMarkdown(platform, site) }),
  }))

  app.get(changelogFeedPath, (request, reply) => {
    const { site } = request
    const headers = { 'content-type': 'application/rss+xml; charset=utf-8', 'x-content-type-options': 'nosniff' }
    const draft = () => ({
      body: changelogFeed(site, changelogFeedPath),
      headers,
      dated: true,
    })
    return sendDocument(request, reply, platform.documents.lasting(`${site.id} ${changelogFeedPath}`, draft))
  })
}

type Shown = { path: string; title: string; about: string; text: string }

function forms(site: PageSite, { path, title, about, text }: Shown): PageForms {
  return {
    html: () =>
      layout({
        title,
        site,
        description: `${about} ${siteRow(site.id).title}.`,
        canonical: site.baseUrl + path,
        ...(path === '/changelog/' && {
          head: html`<link rel="alternate" type="application/rss+xml" title="Changelog (RSS)" href="${changelogFeedPath}">`,
        }),
        body: html`<div class="document">${markdownHtml(text, site.baseUrl)}</div>`,
      }),
    markdown: () => text,
  }
}
