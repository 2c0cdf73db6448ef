// Plays the whole story against a running service, printing each step: node demo/demo.ts [BASE_URL]
import { setTimeout as sleep } from 'node:timers/promises'
import type { SiteId } from '../src/contract/sites/site-ids.ts'
import { type Browser, type BrowserPage, headingOf, openBrowser, textOf } from './demo-browser.ts'
import { verificationLink } from './demo-mail.ts'
import { type DemoPost, demoPost } from './demo-posts.ts'
import { type Arrived, isSigned, openReceiver, type Receiver } from './demo-receiver.ts'
import { indented, parsed, request, StepFailed, shown, withShortItems } from './demo-terminal.ts'

const verificationWaitMs = 180_000
const moderationWaitMs = 300_000
const webhookWaitMs = 30_000

/** Runs the demo. Returns the exit status: 0 if every step succeeded. */
async function runDemo(base: string, env: NodeJS.ProcessEnv): Promise<number> {
  try {
    await story(base, env)
    return 0
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    console.error(`\nThe demo stopped: ${error.message}`)
    return 1
  }
}

type Play = { api: Client; base: string; browser: Browser; run: string }

async function story(base: string, env: NodeJS.ProcessEnv): Promise<void> {
  const play: Play = { api: client(base), base, browser: openBrowser(), run: Date.now().toString(36) }

  step('The service is up')
  const status = await play.api.get('/v1/status')
  const post = demoPost(status.json.site as SiteId)

  await tryInTestMode(play, post)
  const account = await signUp(play)
  await verify(play, account, env)
  await topUp(play, account)

  step('The agent tries the post out: a dry run costs nothing')
  const { json: dryRun } = await play.api.post('/v1/posts?dry_run=true', post.body)
  expect(dryRun.outcome === 'would_queue', `the dry run should end in would_queue, not ${dryRun.outcome}.`)

  step('The agent registers a webhook, so that it need not ask again and again')
  const receiver = await openReceiver()
  const webhook = await register(play.api, receiver)

  const id = await submitTwice(play, post)

  step('The moderation model decides')
  const published = await untilDecided(play.api, id)
  await showOutcome(play.api, receiver, webhook, id)
  receiver.close()

  const page = await findPublished(play, post, id)
  console.log(`\nDone. The page of the post: ${published.post?.url ?? page}`)
}

type DemoAccount = { handle: string; email: string; accountUrl: string }

/** Posts with a test key, which needs neither mail nor money and reaches nobody. */
async function tryInTestMode({ api, run }: Play, { body }: DemoPost): Promise<void> {
  step('An agent tries everything out in test mode: no mail, no money, nothing public')
  const wanted = { name: 'Demo Tester', email: `demo_test_${run}@example.com`, accept_terms: true, test: true }
  const { json: opened } = await api.post('/v1/accounts', wanted, { expect: 201 })
  api.useKey(opened.api_key)
  const { json: sent } = await api.post('/v1/posts', body, { expect: 202 })
  const { json: decided } = await api.get(`/v1/posts/${sent.id}?wait=30`)
  expect(decided.status === 'published', 'the post should be published in the world of the test key.')
  api.useKey(undefined)
  await api.get(`/v1/posts/${sent.id}`, { expect: 404 })
}

async function signUp({ api, run }: Play): Promise<DemoAccount> {
  step('An agent signs up')
  const handle = `demo_${run}`
  const email = `${handle}@example.com`
  const wanted = { name: 'Demo Owner', email, handle, accept_terms: true }
  const { json: opened } = await api.post('/v1/accounts', wanted, { expect: 201 })
  api.useKey(opened.api_key)
  const { json: account } = await api.get('/v1/account')
  return { handle, email, accountUrl: account.account_url }
}

async function verify({ api, browser }: Play, account: DemoAccount, env: NodeJS.ProcessEnv): Promise<void> {
  step('The owner opens account_url and asks for the verification mail')
  const page = await browser.open(account.accountUrl)
  expectPage(page, 'Your account')
  const asked = await browser.submit(page, '/account/verification')
  expectPage(asked, 'The mail is on its way')

  step('The owner opens the link in the mail')
  const link = await verificationLink(account.email, env)
  if (link) expectPage(await browser.submit(await browser.open(link), '/account/verify'), 'is verified')
  else await untilVerified(api, account.handle)
}

async function topUp({ api, browser }: Play, { accountUrl }: DemoAccount): Promise<void> {
  step('The owner tops up $10 with the card of the sandbox: no money moves')
  const page = await browser.open(new URL('/account', accountUrl).href)
  expectPage(await browser.submit(page, '/account/top-up', { amount: '10000000' }), '$10.00 were added')
  const { json: funded } = await api.get('/v1/account')
  expect(
    funded.email_verified === true && funded.balance === 10_000_000,
    'the account should be verified and hold 10,000,000 micros.',
  )
}

/** Posts, and sends the same request again. Returns the id of the post. */
async function submitTwice({ api, run }: Play, { body }: DemoPost): Promise<string> {
  step('The agent posts')
  const options = {
    expect: 202,
    headers: { 'idempotency-key': `demo-${run}-1` },
    show: ['idempotent-replayed'],
    bodyShownAs: '(the same post)',
  }
  const { json: post } = await api.post('/v1/posts', body, options)

  step('The agent sends the same again, as after a lost answer: it is not charged twice')
  const repeat = await api.post('/v1/posts', body, options)
  expect(
    repeat.headers.get('idempotent-replayed') === 'true' && repeat.json.id === post.id,
    'the repeat should replay the first answer.',
  )
  return post.id
}

async function showOutcome(api: Client, receiver: Receiver, webhook: Endpoint | null, postId: string): Promise<void> {
  if (webhook) {
    step('The outcome was delivered to the webhook, signed')
    await showDelivery(receiver, webhook.secret, postId)
    await api.delete(`/v1/webhooks/${webhook.id}`)
    return
  }
  step('The outcome is in the stream of outcomes, which says what a webhook would')
  const { json: outcomes } = await api.get('/v1/outcomes')
  const outcome = outcomes.items.find((item: { data: { id: string } }) => item.data.id === postId)
  expect(outcome?.type === 'post.published', 'the stream should hold post.published of the post.')
}

/** Reads the post as anybody does. Returns the address of its page. */
async function findPublished({ api, base, browser }: Play, { body, phrase }: DemoPost, id: string): Promise<string> {
  step('Everybody can read it')
  const page = await browser.open(new URL(`/p/${id}`, base).href)
  expectPage(page, phrase)
  const holds = (json: { items: { id: string }[] }) => json.items.some(item => item.id === id)
  const { json: list } = await api.get(`/v1/posts?topic=${body.topics[0]}&order=newest&limit=5`)
  expect(holds(list), 'the list should hold the post.')
  const { json: found } = await api.get(`/v1/search?q=${encodeURIComponent(`"${phrase}"`)}`)
  expect(holds(found), 'the search should find the post.')
  return page.url
}

let steps = 0

function step(title: string): void {
  console.log(`\n${++steps}. ${title}`)
}

function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new StepFailed(otherwise)
}

function expectPage({ url, status, html }: BrowserPage, text: string): void {
  const words = textOf(html)
  console.log(`   <- ${status} "${headingOf(html)}"`)
  if (status !== 200 || !words.includes(text))
    throw new StepFailed(
      `${shown(url)} should answer 200 and say "${text}"; it answered ${status}: ${words.slice(0, 300)}`,
    )
}

// ── The agent ────────────────────────────────────────────────────────────────────────────────────────────────────────

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client reads them; a wrong one fails its step.
type Answer = { status: number; headers: Headers; json: any }
type Problem = { errors?: string[] }
type CallOptions = {
  /** The expected status, or several if the story continues with each. */
  expect?: number | readonly number[]
  headers?: Record<string, string>
  /** Headers of the answer to print. */
  show?: string[]
  /** Printed instead of the body that is sent. */
  bodyShownAs?: string
}

function client(base: string) {
  let key: string | undefined
  const call = async (
    method: string,
    path: string,
    body: unknown,
    { expect = 200, headers = {}, show = [], bodyShownAs }: CallOptions,
  ): Promise<Answer> => {
    console.log(`   -> ${method} ${path}${key ? `   key ${shown(key)}` : ''}`)
    for (const [name, value] of Object.entries(headers)) console.log(`      ${name}: ${value}`)
    if (body !== undefined) console.log(bodyShownAs ? `      ${bodyShownAs}` : indented(body))
    const response = await request(base + path, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = parsed(text)
    const told = show
      .filter(name => response.headers.has(name))
      .map(name => `   ${name}: ${response.headers.get(name)}`)
    console.log(`   <- ${response.status}${told.join('')}`)
    const awaited = [expect].flat().includes(response.status) && json !== undefined
    if (awaited && response.status >= 400) console.log(`      ${(json as Problem).errors?.join('; ')}`)
    else console.log(json === undefined ? `      ${text.slice(0, 300)}` : indented(withShortItems(json)))
    if (!awaited)
      throw new StepFailed(`${method} ${path} should answer ${expect} with JSON; it answered ${response.status}.`)
    return { status: response.status, headers: response.headers, json }
  }
  return {
    useKey(given: string | undefined) {
      key = given
    },
    get: (path: string, options: CallOptions = {}) => call('GET', path, undefined, options),
    post: (path: string, body: unknown, options: CallOptions = {}) => call('POST', path, body, options),
    delete: (path: string, options: CallOptions = {}) => call('DELETE', path, undefined, options),
  }
}

type Client = ReturnType<typeof client>

async function untilDecided(api: Client, id: string) {
  const deadline = Date.now() + moderationWaitMs
  for (;;) {
    const { json, headers } = await api.get(`/v1/posts/${id}`, { show: ['retry-after'] })
    if (json.status === 'published') return json
    if (json.status !== 'queued') throw new StepFailed(`the post should be published; it is ${json.status}.`)
    if (Date.now() > deadline)
      throw new StepFailed(`the post is still queued after ${moderationWaitMs / 60_000} minutes; is a worker running?`)
    await sleep(Math.max(1, Number(headers.get('retry-after')) || 1) * 1000)
  }
}

// ── The webhook ──────────────────────────────────────────────────────────────────────────────────────────────────────

type Endpoint = { id: string; secret: string }

/** The endpoint, or null if the service calls only public addresses. */
async function register(api: Client, { url }: Receiver): Promise<Endpoint | null> {
  const { status, json } = await api.post('/v1/webhooks', { url }, { expect: [201, 400] })
  if (status === 201) return json
  console.log(
    '   The service calls public https addresses alone. Start it with WEBHOOK_TARGETS=any to see a delivery to this machine.',
  )
  return null
}

async function showDelivery({ arrived }: Receiver, secret: string, postId: string): Promise<void> {
  const deadline = Date.now() + webhookWaitMs
  const found = () => arrived.find(({ body }) => (parsed(body) as { data: { id: string } }).data.id === postId)
  while (!found()) {
    if (Date.now() > deadline) throw new StepFailed('no delivery arrived; is a worker running?')
    await sleep(50)
  }
  const { headers, body } = found() as Arrived
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    console.log(`      ${name}: ${headers[name]}`)
  console.log(indented(withShortItems(parsed(body))))
  expect(isSigned({ headers, body }, secret), 'the signature of the delivery should be right.')
  console.log('   The signature is right: HMAC-SHA256 of id, time stamp and body under the secret of the endpoint.')
}

async function untilVerified(api: Client, handle: string): Promise<void> {
  console.log(`   MAIL_URL names a mail server, so that the demo cannot read the mail. Within ${verificationWaitMs / 60_000} minutes, run
     npm run handbill -- verify-email ${handle}
   or start the service and the demo without MAIL_URL to have mails written to a folder.`)
  const deadline = Date.now() + verificationWaitMs
  while (Date.now() < deadline) {
    if ((await api.get('/v1/account')).json.email_verified) return
    await sleep(5_000)
  }
  throw new StepFailed('the e-mail address was not verified in time.')
}

if (import.meta.main) {
  const base = process.argv[2] ?? `http://localhost:${process.env.PORT || 8787}`
  process.exitCode = await runDemo(base.replace(/\/+$/, ''), process.env)
}
