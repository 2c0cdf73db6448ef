// The operator's name, logo and colours, wherever those of the package stand.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { usualFace } from '../../../src/contract/face.ts'
import { useFace } from '../../../src/contract/sites.ts'
import { english } from '../../../src/domain/languages/english.ts'
import { verificationMail } from '../../../src/mails/accounts.ts'
import { commandOn } from '../../cli/command-on.ts'
import { freshFolder } from '../../databases.ts'
import { allSites, hostOf, withPresentation } from '../../harness.ts'

const folder = join(freshFolder(), 'content')
mkdirSync(folder)
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0f5f6b" d="M0 0h16v16H0z"/></svg>'
writeFileSync(join(folder, 'logo.svg'), logo)
writeFileSync(
  join(folder, 'face.yaml'),
  'logo: logo.svg\nsites:\n  events:\n    name: Harbour <Dates>\n    accent: { light: "#0f5f6b", dark: "#7fd3e0" }\n',
)

withPresentation(
  'the face of the operator',
  app => {
    after(() => useFace(usualFace))
    const get = (path: string, site: 'events' | 'stories' = 'events') => app().call('GET', path, { host: hostOf(site) })

    test('the name stands in the head, in every language, in feeds, the manifest, descriptions and mails', async () => {
      for (const path of ['/', '/de/', '/topics/', '/account/sign-in']) {
        const { text } = await app().call('GET', path, { host: hostOf('events'), headers: { accept: 'text/html' } })
        assert.match(text, /<title>([^<]* · )?Harbour &lt;Dates&gt;<\/title>/, path)
        assert.match(text, /<a class="brand" [^>]*><img [^>]*>Harbour &lt;Dates&gt;<\/a>/, path)
      }
      assert.match((await get('/feed.xml')).text, /<title>Harbour &lt;Dates&gt;[^<]*<\/title>/)
      assert.equal((await get('/manifest.webmanifest')).json.name, 'Harbour <Dates>')
      assert.equal((await get('/mcp/server-card')).json.title, 'Harbour <Dates>')
      assert.match((await get('/llms.txt')).text, /^# Harbour <Dates>\n/)
      const site = app().platform.facts.sites.find(({ id }) => id === 'events')!
      const mail = verificationMail(site, 'ada', 'http://events.test/x', app().clock.now())(english)
      assert.match(JSON.stringify(mail), /Harbour <Dates>/)
      // The writer has a thread of its own.
      const email = 'ada@example.org'
      const asked = { email, browser: 'b'.repeat(32), ip: '192.0.2.1', known: false, language: null, token: 't' }
      await app().platform.act('askToJoin', { ...asked, site: { id: 'events', baseUrl: 'http://events.test' } })
      const written = app().platform.db.selectFrom('mail').select(['subject', 'body']).where('recipient', '=', email)
      assert.match(JSON.stringify(await written.execute()), /Harbour <Dates>/)
      assert.match((await get('/', 'stories')).text, /<title>Stories<\/title>/)
    })

    test('the colours come after those of the package, for the site alone, and the posters have them', async () => {
      const { text } = await get('/')
      const styles = [...text.matchAll(/<link rel="stylesheet" href="([^"]*)">/g)].map(([, path]) => path!)
      assert.equal(styles.length, 2)
      const own = await get(styles[1]!)
      assert.match(own.text, /^\[data-site=events\]\{--light:#0f5f6b;--dark:#7fd3e0;--spot:#f4b53f;[^}]*\}\n$/)
      assert.match(own.headers.get('cache-control')!, /immutable/)
      assert.equal((await get('/manifest.webmanifest')).json.theme_color, '#0f5f6b')
    })

    test('the logo is the icon of every site, as an image that may do nothing', async () => {
      const icons = (await get('/manifest.webmanifest', 'stories')).json.icons as { src: string; type: string }[]
      const [vector] = icons
      const { text, headers } = await get(vector!.src)
      assert.deepEqual([text, headers.get('content-type')], [logo, 'image/svg+xml'])
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      assert.ok((await get('/')).text.includes(`<img src="${vector!.src}" alt=""`))
      assert.ok(!(await get('/')).text.includes('M0 0h16v16H0z'), 'it never stands in a page')
      assert.equal((await get('/icon.svg')).text, logo)
      const drawn = async (path: string) =>
        (await app().app.http.inject({ url: path, headers: { host: hostOf('events') } })).rawPayload
      useFace(usualFace)
      app().platform.documents.forget()
      const usual = await drawn('/icon-192.png')
      useFace(app().platform.facts.face)
      app().platform.documents.forget()
      assert.ok(!usual.equals(await drawn('/icon-192.png')), 'the icon as pixels is drawn from it')
    })

    test('content check prints what the start takes, and the fault that it refuses', async () => {
      const check = () => commandOn(app(), ['content', 'check'], [], { contentDir: folder })
      const fine = await check()
      assert.equal(fine.status, 0)
      assert.equal(JSON.parse(fine.out[0]!).sites.events.name, 'Harbour <Dates>')
      writeFileSync(join(folder, 'face.yaml'), 'sites: { events: { accent: { light: "#ffee00" } } }')
      const { status, err } = await check()
      assert.equal(status, 1)
      assert.match(err[0]!, /^configuration: CONTENT_DIR: .*face\.yaml: sites\.events\.accent\.light: #ffee00 on /)
    })
  },
  { SITES: allSites, CONTENT_DIR: folder },
)
