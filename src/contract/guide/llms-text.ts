// /llms.txt in the format of llmstxt.org: what the site is for, and links to what a model should read.
import { offered } from '../openapi/document.ts'
import { introduction, summaryOf, tagDescriptions } from '../openapi/words.ts'
import type { PricedSite } from '../priced-site.ts'
import { guideDocuments } from './documents.ts'

/** The file of a site. */
export function llmsText(site: PricedSite, baseUrl: string): string {
  const documents = guideDocuments(site)
  const rows = offered(site)
  const link = (title: string, path: string, about: string) => `- [${title}](${baseUrl}${path}): ${about}`
  const linked = (optional: boolean) =>
    documents
      .filter(document => Boolean(document.optional) === optional)
      .map(({ title, path, about }) => link(title, path, about))
  const tags = [...new Set(rows.map(([, { tag }]) => tag))].map(tag => {
    const calls = rows
      .filter(([, row]) => row.tag === tag)
      .map(([id, { method, path }]) => `${id} (${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')})`)
    return link(tag, `/openapi.yml?tag=${tag}`, `${tagDescriptions[tag]} ${calls.join(', ')}`)
  })
  const parts = [
    `# ${site.title}`,
    `> ${summaryOf(site)} ${site.tagline}`,
    introduction(site).replace(/(?<=\S)\n(?=\S)/g, ' '),
    ['## Documents', '', ...linked(false)].join('\n'),
    ['## Operations', '', ...tags].join('\n'),
    ['## Optional', '', ...linked(true)].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

/** /robots.txt: everything public may be read; the pages of owners and reviewers are nobody else's. */
export const robotsText = `User-agent: *
Allow: /
Disallow: /account
Disallow: /review
Disallow: /v1/manage
`
