// Mails: the same words as text and as HTML, 72 columns, links in full, no foreign text that looks like ours, and every sentence in
// every language.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { packagedCatalogues } from '../../src/contract/languages/catalogues.ts'
import { englishMessages } from '../../src/contract/languages/english.ts'
import { english } from '../../src/domain/languages/english.ts'
import { createLanguages } from '../../src/domain/languages/languages.ts'
import { type Catalogue, createTongue, type MessageKey } from '../../src/domain/languages/tongue.ts'
import { reviewersSignInMail } from '../../src/mails/accounts.ts'
import type { Mail } from '../../src/mails/mail.ts'
import { assertAccessible, complaintsOf, noBrowser, pictures, startBrowser, widthOf } from '../kit/browser.ts'
import { isLong } from '../kit/long.ts'
import { letters } from './every-letter.ts'

const languages = createLanguages(new Map<string, Catalogue>(Object.entries(packagedCatalogues)))
const tags = Object.keys(packagedCatalogues)
const mailsIn = (tag: string): Record<string, Mail> =>
  Object.fromEntries(Object.entries(letters).map(([name, letter]) => [name, letter(languages.tongue(tag))]))
const baseUrl = 'http://events.test'
const mails: Record<string, Mail> = {
  ...mailsIn('en'),
  reviewersSignIn: reviewersSignInMail(baseUrl, `${baseUrl}/review/sign-in/open?t=${'aB3'.repeat(10)}`)(english),
}

/** The parts of a text that are data: quoted texts, lines to copy, addresses. */
const ofOthers = (line: string) => /^(>| {4})|^http[^\s⟧]+$/.test(line)

describe('every mail', () => {
  for (const tag of tags)
    it(`every mail in ${tag} has 72 columns, one subject line, and every link in full in text and HTML`, () => {
      for (const [name, { subject, body, html }] of Object.entries({ ...mails, ...mailsIn(tag) })) {
        assert.doesNotMatch(subject, /[\p{C}]|script|Bcc/u)
        for (const line of body.split('\n'))
          assert.ok(
            [...line].length <= 72 || !/ /.test(line.trim()) || /^ {4}/.test(line),
            `a line of ${name} is too long: ${line}`,
          )
        const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
        for (const href of links) {
          assert.ok(body.split('\n').includes(href), `the text of ${name} lacks ${href}`)
          assert.ok(html.includes(`>${href}</a>`), `the HTML of ${name} does not show ${href}`)
          assert.match(href, /^http:\/\/events\.test\//)
        }
        assert.doesNotMatch(html, /<(img|script|iframe|link|form|object)|url\(|@import|javascript:/i)
        assert.doesNotMatch(`${body}${html}`, /undefined|\[object|NaN/)
      }
    })

  it('a mail marks every line of foreign text, and shows it in neither part as markup or as our words', () => {
    for (const tag of tags) {
      const { relay, penalty, appealGranted, suspension, reply, ...more } = mailsIn(tag)
      for (const { body, html } of [relay!, penalty!, more['statement-model']!, appealGranted!, suspension!, reply!]) {
        const typed = body.split('\n').filter(line => /script|Bcc|From us/.test(line))
        assert.equal(typed.length, 3)
        for (const line of typed) assert.match(line, /^> /)
        assert.match(html, /<blockquote>.*&lt;script&gt;.*<\/blockquote>/s)
      }
      for (const { body } of [more['key-created']!, more.budget!])
        assert.doesNotMatch(body, /^(Bcc|From us)|[\u202e\u2028\r]/m)
    }
  })

  it('a mail says the same in text and HTML', () => {
    const words = (text: string) => text.replace(/[\s>]+/g, ' ').trim()
    const plain = (html: string) =>
      html
        .replace(/<style>.*<\/style>|<head>.*<\/head>/gs, '')
        .replace(/<[^>]+>/g, ' ')
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&')
    for (const [name, { body, html }] of tags.flatMap(tag => Object.entries(mailsIn(tag)))) {
      const shown = words(plain(html))
      for (const paragraph of body.split('\n\n').filter(text => !/^ {2}|[:：]$/.test(text)))
        assert.ok(shown.includes(words(paragraph)), `the HTML of ${name} lacks: ${paragraph}`)
    }
  })

  it('a mail about a low balance says whether the card is charged, and one about a ban how to appeal', () => {
    assert.match(mails.balanceLowRecharged!.body, /your saved card is about to be\s+charged 10\.00 USD/)
    assert.doesNotMatch(mails.balanceLow!.body, /card/)
    for (const each of [mails.ban!, mails.penalty!, mails.cardBan!]) assert.match(each.body, /You can appeal/)
    assert.match(mails.recharge!.body, /no real money has moved/)
    assert.doesNotMatch(mails.topup!.body, /no real money/)
  })
})

describe('a mail in the language of its reader', () => {
  it('every sentence of a mail to an owner or a stranger is in the catalogue, and every message of mails is said', () => {
    const said = new Set<string>()
    const bracketed = createTongue(
      'eo',
      key => {
        said.add(key)
        return `⟦${englishMessages[key as MessageKey]}⟧`
      },
      { prefix: '/eo', all: [] },
    )
    for (const [name, letter] of Object.entries(letters)) {
      const { subject, body, html } = letter(bracketed)
      const text = [subject, ...body.split('\n').filter(line => !ofOthers(line))].join('\n')
      const own = /<h1>.*<\/main>/s.exec(html)![0].replace(/<(blockquote|code|dd|a href).*?<\/\1?a?>/gs, '')
      for (const part of [text, own.replace(/<[^>]+>/g, '')])
        assert.equal(withoutBrackets(part).match(/\p{L}{3,}[^\n]*/gu), null, name)
    }
    const keys = Object.keys(englishMessages).filter(key => key.startsWith('mail.'))
    assert.deepEqual(
      keys.filter(key => !said.has(key)),
      [],
    )
  })

  it('amounts, dates and spans are those of the language, and a text of a person stays as it was written', () => {
    const inGerman = mailsIn('de')
    assert.equal(inGerman.topup!.subject, 'Quittung: 10,00 USD für @ada')
    assert.match(inGerman.topup!.body, /^ {2}Datum: 21\. November 2026 um 12:00 UTC$/m)
    assert.match(inGerman.verification!.body, /24 Stunden/)
    assert.match(mailsIn('fr').topup!.subject, /10,00/)
    assert.match(mailsIn('es').deletionAsked!.body, /7 días/)
    for (const tag of tags) assert.match(mailsIn(tag).suspension!.body, /^> From us: pay$/m)
  })

  it('a catalogue of the operator without a sentence says it in English, and its direction of writing is kept', () => {
    const catalogues = new Map<string, Catalogue>([
      ['en', englishMessages],
      ['ar', { 'mail.to-account': 'صفحة حسابك' }],
    ])
    const { subject, body, html, language } = letters.suspension!(createLanguages(catalogues).tongue('ar'))
    assert.equal(language, 'ar')
    assert.equal(subject, 'The account @ada is suspended')
    assert.match(body, /^صفحة حسابك:$/m)
    assert.match(html, /<html lang="ar" dir="rtl">/)
    assert.match(mailsIn('de').suspension!.html, /<html lang="de">/)
  })
})

function withoutBrackets(text: string): string {
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(/⟦[^⟦⟧]*⟧/g, '')
  }
  return text
}

/** Mails that have every kind of block; the others differ from them in their words alone. */
const oneOfEach = [
  'verification',
  'key-created',
  'relay',
  'webhookFailing',
  'topup',
  'penalty',
  'statement-help',
  'reports',
]

describe('every mail in a browser', { skip: noBrowser }, () => {
  let browser: Browser
  before(async () => {
    browser = await startBrowser()
  })
  after(() => browser.close())

  it('a mail in a browser has no axe-core violation, light and dark, and loads nothing', {
    timeout: 120_000,
  }, async () => {
    const page = await browser.newPage()
    const complaints = complaintsOf(page, 'nowhere')
    for (const name of isLong ? Object.keys(mails) : oneOfEach) {
      await page.setContent(mails[name]!.html)
      await assertAccessible(page, name)
    }
    assert.deepEqual(complaints, [])
  })

  it('every mail in every language fits 360 pixels, light and dark', { timeout: 240_000 }, async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 640 } })
    for (const tag of tags)
      for (const [name, { html }] of Object.entries(mailsIn(tag))) {
        await page.setContent(html)
        assert.ok((await widthOf(page)) <= 360, `the mail ${name} in ${tag} scrolls sideways`)
        for (const colorScheme of pictures ? (['light', 'dark'] as const) : []) {
          await page.emulateMedia({ colorScheme })
          await page.screenshot({ path: join(pictures!, `${name}-${tag}-${colorScheme}.png`), fullPage: true })
        }
      }
  })
})
