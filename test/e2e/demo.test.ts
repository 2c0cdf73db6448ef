// The demo plays the whole story against a real process, again and again, and says clearly what is missing.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, freshDatabase, freshFolder } from '../databases.ts'

const root = new URL('../..', import.meta.url)

function start(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, { cwd: root, env: { PATH: process.env.PATH ?? '', ...env } })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', chunk => {
      output.text += chunk
    })
  const exit = new Promise<number | null>(resolve => child.once('exit', resolve))
  return { child, output, exit }
}

async function demo(env: Record<string, string>, ...args: string[]) {
  const { exit, output } = start(['demo/demo.ts', ...args], env)
  return { status: await exit, output: output.text }
}

async function ready(base: string, output: { text: string }): Promise<void> {
  for (let i = 0; i < 300; i++) {
    const answer = await fetch(`${base}/readyz`).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`the service did not become ready: ${output.text}`)
}

describe('the demo', () => {
  let service: { child: ChildProcess; output: { text: string }; exit: Promise<number | null> }
  let env: Record<string, string>
  before(async () => {
    const port = await freePort()
    env = { PORT: String(port), DATA_DIR: freshFolder(), DATABASE_URL: await freshDatabase('SQLite') }
    service = start(['src/main.ts', 'serve'], env)
    await ready(`http://localhost:${port}`, service.output)
  })
  after(async () => {
    service.child.kill('SIGTERM')
    assert.equal(await service.exit, 0)
  })

  it('the demo goes from sign-up to a public page, twice on the same service, and shows no whole key or link', async () => {
    for (const args of [[], [`http://localhost:${env.PORT}/`]]) {
      const { status, output } = await demo(env, ...args)
      assert.equal(status, 0, output)
      assert.match(output, /idempotent-replayed: true/)
      assert.match(
        output,
        /1\. The service is up.*2\. An agent tries everything out in test mode.*"status": "published".*<- 404.*3\. An agent signs up/s,
      )
      assert.match(output, /"outcome": "would_queue"/)
      assert.match(output, new RegExp(`Done\\. The page of the post: http://localhost:${env.PORT}/p/p_\\w+\\n$`))
      assert.match(output, /The service calls public https addresses alone\. Start it with WEBHOOK_TARGETS=any/)
      assert.match(output, /"id": "msg_\w+",\n +"type": "post\.published"/)
      assert.doesNotMatch(output, /(ak_|whsec_)\w{5}|t=[\w.-]{20}/)
    }
  })

  it('the demo shows a signed and verified delivery where the service may call this machine, of which the service warns at its start', async () => {
    const port = await freePort()
    const open = {
      PORT: String(port),
      DATA_DIR: freshFolder(),
      DATABASE_URL: await freshDatabase('SQLite'),
      WEBHOOK_TARGETS: 'any',
    }
    const other = start(['src/main.ts', 'serve'], open)
    await ready(`http://localhost:${port}`, other.output)
    const { status, output } = await demo(open)
    assert.equal(status, 0, output)
    assert.match(output, /webhook-signature: v1,\S{44}\n/)
    assert.match(output, /The signature is right/)
    assert.doesNotMatch(output, /(ak_|whsec_)\w{5}/)
    other.child.kill('SIGTERM')
    assert.equal(await other.exit, 0)
    assert.match(other.output.text, /"level":40.*"WEBHOOK_TARGETS":"any".*for development only/)
  })

  it('the demo says what to do when no service answers', async () => {
    const port = String(await freePort())
    const { status, output } = await demo({ ...env, PORT: port })
    assert.equal(status, 1)
    assert.match(
      output,
      new RegExp(`http://localhost:${port} does not answer \\(ECONNREFUSED\\)\\. Start the service with "npm start"`),
    )
  })

  it('the demo says how to continue when the service sends mail to a real server', async () => {
    const played = start(['demo/demo.ts'], { ...env, MAIL_URL: 'smtp://localhost:25' })
    const told = /npm run handbill -- verify-email (demo_\w+)/
    for (let i = 0; i < 200 && !told.test(played.output.text); i++) await sleep(100)
    const handle = told.exec(played.output.text)?.[1]
    assert.ok(handle, played.output.text)
    const verified = start(['src/main.ts', 'verify-email', handle], env)
    assert.equal(await verified.exit, 0, verified.output.text)
    assert.equal(await played.exit, 0, played.output.text)
  })
})

describe('the demo on a platform with four sites', () => {
  let service: { child: ChildProcess; output: { text: string }; exit: Promise<number | null> }
  let env: Record<string, string>
  const sites = ['messages', 'stories', 'classifieds', 'events']
  before(async () => {
    const port = await freePort()
    const addresses = sites.map(site => `${site}=http://${site}.localhost:${port}`).join(',')
    env = { PORT: String(port), DATA_DIR: freshFolder(), DATABASE_URL: await freshDatabase('SQLite'), SITES: addresses }
    service = start(['src/main.ts', 'serve'], env)
    await ready(`http://localhost:${port}`, service.output)
  })
  after(async () => {
    service.child.kill('SIGTERM')
    assert.equal(await service.exit, 0)
  })

  for (const site of sites)
    it(`the demo plays the story of ${site} on a platform with four sites`, async () => {
      const base = `http://${site}.localhost:${env.PORT}`
      const { status, output } = await demo(env, base)
      assert.equal(status, 0, output)
      assert.match(output, new RegExp(`Done\\. The page of the post: ${base}/p/p_\\w+\\n$`))
    })
})
