// /llms.txt in the format of llmstxt.org: the purpose of the site, and links to the documents that a model should read.

import type { PricedSite } from '../../contract/sites/priced-site.ts'
import { offered } from '../openapi/document.ts'
import { openApiSummary } from '../openapi/summary.ts'
import { introduction, summaryOf, tagDescriptions } from '../openapi/words.ts'
import { guideDocuments } from './documents.ts'
import { type GuideContext, guidePages } from './pages.ts'
import { skills } from './skills.ts'

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
    const ofTag = rows.filter(([, row]) => row.tag === tag)
    const calls = ofTag.map(
      ([id, { method, path }]) => `${id} (${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')})`,
    )
    return link(tag, `/openapi.json?operation=${ofTag[0]?.[0]}`, `${tagDescriptions[tag]} ${calls.join(', ')}`)
  })
  const parts = [
    `# ${site.title}`,
    `> ${summaryOf(site)} ${site.tagline}`,
    introduction(site).replace(/(?<=\S)\n(?=\S)/g, ' '),
    `A whole post, as \`createPost\` takes it: \`${JSON.stringify(site.example)}\``,
    `Each operation is described by itself at ${baseUrl}/openapi.json?operation=createPost. Every page of posts, lists and documents has a Markdown twin: \`index.md\` below it (${baseUrl}/index.md), \`.md\` behind a post (${baseUrl}/p/{id}.md), or \`Accept: text/markdown\`.`,
    ['## Documents', '', ...linked(false)].join('\n'),
    ['## Operations', '', ...tags].join('\n'),
    ['## Optional', '', ...linked(true)].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

/** /llms-full.txt: the summary of the API, the pages of documents that agents need, and the skills, one after the other. */
export function llmsFullText(context: GuideContext, problems: string): string {
  const { site, baseUrl } = context
  const wanted = ['/pricing/', '/rate-limits/', '/policy/', '/lifecycle/']
  const pages = guidePages.filter(({ path }) => wanted.includes(path)).map(({ markdown }) => markdown(context))
  const parts = [
    llmsText(site, baseUrl),
    openApiSummary(site, baseUrl),
    ...pages,
    problems,
    ...skills(site).map(skill => `# Skill: ${skill.title}\n\n${skill.description}\n\n${skill.body(baseUrl)}\n`),
  ]
  return parts.join('\n')
}

/**
 * /robots.txt: crawlers may read everything public and use it under CC BY 4.0; the pages of owners and reviewers are private. The
 * line Content-Signal follows contentsignals.org.
 */
export function robotsText(baseUrl: string): string {
  return `User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=yes
Allow: /
Disallow: /account
Disallow: /review
Disallow: /v1/manage

Sitemap: ${baseUrl}/sitemap.xml
`
}
