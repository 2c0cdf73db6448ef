// An agent that knows nothing but a base URL publishes a post, edits one and cancels one. It uses only addresses from earlier
// answers, and corrects every refused request from the answer alone (contract.md §17).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteIds } from '../../src/contract/sites/site-ids.ts'
import { type Answer, hostOf, type TestApp, withSites } from '../harness.ts'
import { topUp } from '../kit/top-up.ts'

type Json = Record<string, any>
type Told = { method: string; path: string; key: string }

/** An agent that records the answers that it got. */
function stranger(app: TestApp, baseUrl: string) {
  const texts = [baseUrl]
  const answers: Answer[] = []
  let key: string | undefined
  return {
    answers,
    hold(given: string) {
      key = given
    },
    /**
     * A request at an address from an earlier answer. `filled` has the values of the address's parameters, from earlier answers
     * too.
     */
    async ask(
      method: string,
      url: string,
      { filled = {} as Record<string, string>, body = undefined as unknown } = {},
    ) {
      const [address = '', query] = url.split('?')
      for (const part of [address, ...Object.values(filled), ...(query ? [/^\w+/.exec(query)![0]] : [])])
        assert.ok(
          texts.some(text => text.includes(part)),
          `no earlier answer has ${part}`,
        )
      const { host, pathname, search } = new URL(url, baseUrl)
      const path = Object.entries(filled).reduce(
        (so, [name, value]) => so.replace(`{${name}}`, value),
        decodeURIComponent(pathname + search),
      )
      const answer = await app.call<any>(method, path, {
        host,
        ...(key && { key }),
        ...(body !== undefined && { body }),
      })
      answers.push(answer)
      texts.push(answer.text, JSON.stringify([...answer.headers]))
      return answer
    },
  }
}

/** The value that a reference of a document points to. */
function resolved(document: Json, value: Json): Json {
  if (typeof value?.$ref !== 'string') return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((at: Json, name: string) => at[name], document)
}

/** The first example of a request body of an operation. */
function exampleBody(document: Json, operationId: string): Json {
  const operations = Object.values(document.paths as Json).flatMap((item: Json) => Object.values(item)) as Json[]
  const content = operations.find(each => each.operationId === operationId)!.requestBody.content['application/json']
  const example = content.examples ? resolved(document, Object.values(content.examples as Json)[0] as Json) : null
  return example ? example.value : content.example
}

/** A body with its misspelt members renamed as the errors suggest. */
function corrected(body: Json, errors: readonly string[]): Json {
  const renamed = Object.fromEntries(
    errors.flatMap(error => {
      const [, wrong, right] = /^\/(\w+): is no field here; did you mean "(\w+)"\?/.exec(error) ?? []
      return wrong && right ? [[wrong, right]] : []
    }),
  )
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [renamed[name] ?? name, value]))
}

withSites('a stranger', (app, kind) => {
  for (const site of siteIds)
    test(`a stranger publishes, edits and cancels on ${site} with nothing but earlier answers`, async () => {
      const baseUrl = `http://${hostOf(site)}`
      const agent = stranger(app(), baseUrl)

      const front = await agent.ask('GET', baseUrl)
      const indexPath = /<code>GET (\S+)<\/code>/.exec(front.text)?.[1] ?? ''
      const index = (await agent.ask('GET', indexPath)).json
      const told = (operation: string): Told => index.operations.find((row: Json) => row.operation === operation)
      const email = `stranger.${site}.${kind.toLowerCase()}@example.org`
      const { handle: _, ...signUp } = index.sign_up.body
      const account = await agent.ask(index.sign_up.method, index.sign_up.url, { body: { ...signUp, email } })
      assert.equal(account.status, 201)
      agent.hold(account.json.api_key)
      const detailsOf = async (operation: string) =>
        (await agent.ask('GET', index.details, { filled: { operation } })).json
      const example = exampleBody(await detailsOf('createPost'), 'createPost')
      const change = exampleBody(await detailsOf('editPost'), 'editPost')

      const create = told('createPost')
      const { topics, ...rest } = example
      const tryOut = (body: Json) => agent.ask(create.method, `${create.path}?dry_run=true`, { body })
      const refused = await tryOut({ ...rest, topcis: topics })
      assert.equal(refused.status, 400)
      const body = corrected({ ...rest, topcis: topics }, refused.json.errors)
      const tried = await tryOut(body)
      assert.deepEqual([tried.status, tried.json.outcome], [200, 'would_queue'], tried.text)
      assert.equal(tried.json.blocking.code, 'verify_email')
      assert.ok(tried.json.blocking.account_url)
      assert.ok(agent.answers.length <= 12, `${agent.answers.length} requests before the owner's part`)

      await app().platform.act('verifyEmail', { accountId: account.json.account_id, email: null })
      await topUp(app().platform, { accountId: account.json.account_id })
      const before = agent.answers.length

      const posted = await agent.ask(create.method, create.path, { body })
      assert.equal(posted.status, 202, posted.text)
      await app().moderate()
      const look = () => agent.ask('GET', posted.headers.get('location') ?? '')
      assert.equal((await look()).json.status, 'published')
      const edit = told('editPost')
      const edited = await agent.ask(edit.method, edit.path, { filled: { id: posted.json.id }, body: change })
      assert.equal(edited.status, 202, edited.text)
      await app().moderate()
      const { post, edit: applied } = (await look()).json
      assert.equal(applied.status, 'applied')
      for (const [name, value] of Object.entries(change)) assert.deepEqual(post[name], value)
      const text = 'text' in body ? 'text' : 'body'
      const second = await agent.ask(create.method, create.path, {
        body: { ...body, [text]: `${body[text]}\n\nThis is the second of two.` },
      })
      const cancel = told('cancelPost')
      const cancelled = await agent.ask(cancel.method, cancel.path, { filled: { id: second.json.id } })
      assert.deepEqual([cancelled.status, cancelled.json.status], [200, 'cancelled'], cancelled.text)
      assert.ok(agent.answers.length - before <= 6, `${agent.answers.length - before} requests after the owner's part`)
      assert.deepEqual(
        agent.answers.filter(({ status }) => status >= 400).map(({ json }) => json.code),
        ['invalid'],
      )
    })
})
