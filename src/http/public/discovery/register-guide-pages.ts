// The pages of documents, each written in Markdown and shown as HTML: policy, prices, limits, status, changelog and the others.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type TextName, textNames } from '../../../contract/operator-pages.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { siteRow } from '../../../contract/sites.ts'
import { capital } from '../../../contract/words.ts'
import { guidePages } from '../../../documents/guide/pages.ts'
import type { SpokenSite } from '../../../domain/languages/spoken-site.ts'
import { sourceLanguage } from '../../../domain/languages/tongue.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { markdownHtml } from '../kit/markdown-html.ts'
import { mountPage, type PageForms } from '../kit/mount-page.ts'
import { changelogFeed } from './changelog-feed.ts'
import { guideContext, translationOf } from './guide-context.ts'
import { statusMarkdown } from './status-page.ts'

const changelogFeedPath = '/changelog/feed.xml'

/** Mounts every page of documents with its Markdown twin, and the feed of the changelog (contract.md §17). */
export function registerGuidePages(app: FastifyInstance, platform: Platform): void {
  for (const { path, title, about, markdown } of guidePages)
    mountPage({ app, platform }, path, ({ site }) => ({
      key: path,
      lasting: () =>
        forms(site, {
          ...{ path, title, about, text: markdown(guideContext(platform, site)) },
          languages: languagesOf(platform, path.slice(1, -1)),
        }),
    }))
  for (const name of textNames) mountTranslations(app, platform, name)

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

/** Mounts the translations of a text of the operator, each at the address of its language. */
function mountTranslations(app: FastifyInstance, platform: Platform, name: TextName): void {
  mountPage(
    { app, platform },
    `/${name}/:language/`,
    ({ site, params }: FastifyRequest<{ Params: { language: string } }>) => {
      const { language } = params
      const text = translationOf(platform, site, { name, language })
      if (text === undefined) throw new Problem('not_found', 'This page is not there in this language.')
      const path = `/${name}/${language}/`
      // A text begins with its title.
      const title = text.slice(1).split('\n', 1)[0]?.trim() ?? name
      const languages = languagesOf(platform, name)
      return {
        key: path,
        lasting: () => forms(site, { path, title, about: title, text, language, languages, of: name }),
      }
    },
  )
}

/** The languages of a text of the operator beside that of its file without a language. */
function languagesOf({ texts }: Platform, name: string): string[] {
  return texts.translations.flatMap(each => (each.name === name ? each.language : []))
}

/** A page; `language` is that of its text where the text is a translation, and `of` the name of the text. */
type Shown = {
  path: string
  title: string
  about: string
  text: string
  languages?: readonly string[]
  language?: string
  of?: TextName
}

/** The links to the same page in other languages, each in its own. */
function inOtherLanguages({ path, languages = [], language, of }: Shown): Html | false {
  if (languages.length === 0) return false
  const home = of ? `/${of}/` : path
  const others = languages.filter(each => each !== language)
  const named = (each: string) => new Intl.DisplayNames([each], { type: 'language' }).of(each) ?? each
  const links = others.map(
    each => html`<li><a href="${home}${each}/" lang="${each}" hreflang="${each}">${named(each)}</a></li>`,
  )
  return html`<nav aria-label="Languages"><ul class="links">${language !== undefined && html`<li><a href="${home}">${capital(of ?? '')}</a></li>`}${links}</ul></nav>
`
}

function forms(site: SpokenSite, shown: Shown): PageForms {
  const { path, title, about, text, language } = shown
  return {
    html: () =>
      layout({
        title,
        site,
        inOneLanguage: true,
        description: `${about} ${siteRow(site.id).title}.`,
        canonical: site.baseUrl + path,
        ...(path === '/changelog/' && {
          head: html`<link rel="alternate" type="application/rss+xml" title="Changelog (RSS)" href="${changelogFeedPath}">`,
        }),
        body: html`${language === undefined && site.tongue.tag !== sourceLanguage && html`<p class="notice">${site.tongue.say('frame.in-english')}</p>\n`}${inOtherLanguages(shown)}<div class="document"${language !== undefined ? html` lang="${language}" dir="auto"` : site.tongue.tag !== sourceLanguage && html` lang="en" dir="ltr"`}>${markdownHtml(text, site.baseUrl)}</div>`,
      }),
    markdown: () => text,
  }
}
