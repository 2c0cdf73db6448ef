// Serves the documents that describe a site to software: index, catalogues, descriptions, skills (contract.md §17).
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../contract/problems/problem.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { apiIndex } from '../../../documents/guide/api-index.ts'
import { asyncApi } from '../../../documents/guide/asyncapi.ts'
import { apiCatalog, apiCatalogType, apisJson } from '../../../documents/guide/catalogues.ts'
import { conformance } from '../../../documents/guide/conformance.ts'
import { guideLinks } from '../../../documents/guide/documents.ts'
import { llmsFullText, llmsText, robotsText } from '../../../documents/guide/llms-text.ts'
import type { GuideContext } from '../../../documents/guide/pages.ts'
import { postmanCollection } from '../../../documents/guide/postman.ts'
import { securityHolds, securityText } from '../../../documents/guide/security-text.ts'
import { type Skill, skillPath, skills, skillsIndexSchema, skillText } from '../../../documents/guide/skills.ts'
import { agenticAccess, plans, rateLimitsJson } from '../../../documents/guide/tables.ts'
import { vocabulary } from '../../../documents/guide/vocabulary.ts'
import { yamlText } from '../../../documents/openapi/yaml.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Draft } from '../../../usecases/documents.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { problemsMarkdown } from '../pages/problems-page.ts'
import { guideContext } from './guide-context.ts'

type Guide = { contentType: string; write(context: GuideContext): string }

const plain = 'text/plain; charset=utf-8'
const markdown = 'text/markdown; charset=utf-8'

/** A JSON document, indented for people. */
const json = (make: (context: GuideContext) => unknown, contentType = 'application/json; charset=utf-8'): Guide => ({
  contentType,
  write: context => `${JSON.stringify(make(context), null, 2)}\n`,
})

/** RFC 9512: YAML is always UTF-8, so the type has no charset. */
const yaml = (make: (context: GuideContext) => unknown): Guide => ({
  contentType: 'application/yaml',
  write: context => yamlText(make(context)),
})

/** Written without indentation: an agent reads it whole before its first request. */
const index: Guide = {
  contentType: 'application/json; charset=utf-8',
  write: ({ site, baseUrl }) => `${JSON.stringify(apiIndex(site, baseUrl))}\n`,
}

const guides: Record<string, Guide> = {
  '/v1': index,
  '/v1/': index,
  // The format is Markdown, but crawlers expect text/plain.
  '/llms.txt': { contentType: plain, write: ({ site, baseUrl }) => llmsText(site, baseUrl) },
  '/llms-full.txt': { contentType: plain, write: context => llmsFullText(context, problemsMarkdown()) },
  '/robots.txt': { contentType: plain, write: ({ baseUrl }) => robotsText(baseUrl) },
  '/apis.json': json(({ site, baseUrl, operator }) => apisJson(site, baseUrl, operator)),
  '/.well-known/api-catalog': json(({ site, baseUrl }) => apiCatalog(site, baseUrl), apiCatalogType),
  '/asyncapi.yml': yaml(({ site, baseUrl }) => asyncApi(site, baseUrl)),
  '/policy.json': json(({ policy }) => policy),
  '/plans.json': json(({ site, baseUrl }) => plans(site, baseUrl)),
  '/rate-limits.json': json(({ site }) => rateLimitsJson(site)),
  '/agentic-access.json': json(({ site, baseUrl }) => agenticAccess(site, baseUrl)),
  '/conformance.json': json(({ site, baseUrl, operator }) => conformance(site, baseUrl, operator)),
  '/vocabulary.yml': yaml(({ site, baseUrl }) => vocabulary(site, baseUrl)),
  '/postman/collection.json': json(({ site, baseUrl }) => postmanCollection(site, baseUrl)),
  '/.well-known/agent-skills/index.json': json(({ site, baseUrl }) => ({
    $schema: skillsIndexSchema,
    skills: skills(site).map(skill => ({
      name: skill.name,
      type: 'skill-md',
      description: skill.description,
      url: baseUrl + skillPath(skill),
      digest: `sha256:${createHash('sha256').update(skillText(skill, baseUrl)).digest('hex')}`,
    })),
  })),
}

const common = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff', link: guideLinks }

/** Mounts the documents, the skills and security.txt. Each is written on first demand and kept while the process runs. */
export function registerGuide(app: FastifyInstance, platform: Platform): void {
  const { documents } = platform
  const lasting = (site: SiteContext, path: string, { contentType, write }: Guide) =>
    documents.lasting(`${site.id} ${path}`, (): Draft => {
      const body = write(guideContext(platform, site))
      return { body, headers: { ...common, 'content-type': contentType }, dated: true }
    })
  for (const [path, guide] of Object.entries(guides))
    app.get(path, (request, reply) => sendDocument(request, reply, lasting(request.site, path, guide)))

  app.get<{ Params: { name: string } }>('/skills/:name/SKILL.md', (request, reply) => {
    const { site, params } = request
    const skill = skills(platform.site(site.id)).find(({ name }) => name === params.name)
    if (!skill) throw new Problem('not_found', 'There is no such skill; /skills/ lists them.')
    return sendDocument(request, reply, lasting(site, skillPath(skill), guideOf(skill)))
  })

  app.get('/.well-known/security.txt', (request, reply) => {
    const { operator } = platform
    if (!securityHolds(operator, platform.now()))
      throw new Problem('not_found', 'The operator has named no contact for security reports.')
    const guide = { contentType: plain, write: ({ baseUrl }: GuideContext) => securityText(operator, baseUrl) }
    return sendDocument(request, reply, lasting(request.site, 'security.txt', guide))
  })
}

const guideOf = (skill: Skill): Guide => ({
  contentType: markdown,
  write: ({ baseUrl }) => skillText(skill, baseUrl),
})
