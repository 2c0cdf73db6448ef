// The scenarios of the official conformance runner for the extension Tasks. They call tools of the suite's example server, which a
// relay in between translates: what sleeps there is a post here, decided soon or not at all.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { freshFolder } from '../databases.ts'
import { eventBody, withPresentation } from '../harness.ts'
import { resultsIn, run } from './conformance-runner.ts'

/** Why a check does not apply. */
const why = {
  words: 'compares the words of a greeting, which no tool here says',
  isError: 'needs a task that ends as a tool error; a rejected post is a result',
  crash: 'needs a task that ends as a JSON-RPC error; no post does',
  form: 'answers a question to the user by tasks/update; the owner answers on a page, behind a link',
  required: 'needs a tool that works only as a task; every tool here has a plain answer',
  harness: 'the runner itself skips it: it has no way to listen yet',
} as const

/** The scenarios, each with the checks that do not apply. */
const scenarios: Record<string, Record<string, keyof typeof why>> = {
  'tasks-lifecycle': {
    'sep-2663-tool-error-uses-completed-status': 'isError',
    'sep-2663-tasks-get-status-failed': 'crash',
  },
  'tasks-capability-negotiation': {},
  'tasks-wire-fields': {},
  'tasks-request-state-removal': {},
  'tasks-request-headers': { 'tasks-headers-tolerate-mcp-method-on-tools-call': 'words' },
  'tasks-dispatch-and-envelope': {},
  'tasks-required-task-error': { 'sep-2663-server-returns-missing-capability-when-required': 'required' },
  'tasks-mrtr-input': {
    'sep-2663-tasks-get-status-input-required': 'form',
    'tasks-mrtr-partial-fulfillment': 'form',
  },
  'tasks-mrtr-composition': { 'sep-2663-mrtr-synchronous-before-task-creation': 'form' },
  'tasks-status-notifications': { 'tasks-status-notifications': 'harness' },
}

/** The most seconds of sleep that stand for a post that is decided soon. */
const soonSeconds = 5

withPresentation('the scenarios of the extension Tasks', app => {
  let relay: Server
  let key: string
  let posts = 0
  const soon = new Set<string>()

  before(async () => {
    key = (await app().account({ balance: 100_000_000 })).key
    relay = createServer(async (request, reply) => {
      const message = JSON.parse((await textOf(request)) || 'null')
      const { tool, isSoon } = translated(message)
      const headers: Record<string, string> = { ...(request.headers as object), authorization: `Bearer ${key}` }
      if (tool !== undefined) headers['mcp-name'] = tool
      for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) delete headers[name]
      const answer = await fetch(`${app().origin}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) })
      const text = await answer.text()
      const taskId = message?.params?.taskId ?? JSON.parse(text || '{}').result?.taskId
      if (isSoon && taskId !== undefined) soon.add(taskId)
      if (message?.method === 'tasks/get' && soon.has(taskId)) await app().moderate()
      reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(text)
    })
    relay.listen(0, '127.0.0.1')
    await once(relay, 'listening')
  })
  after(() => relay.close())

  /** Puts a tool of this service in the place of one of the example server. */
  function translated(message: any): { tool?: string; isSoon?: boolean } {
    if (message?.method !== 'tools/call') return {}
    const { name, arguments: given } = message.params
    const sleeps = ['slow_compute', 'failing_job', 'confirm_delete'].includes(name)
    const tool = sleeps ? 'post_event' : name === 'greet' ? 'get_status' : name
    message.params.name = tool
    message.params.arguments = sleeps ? eventBody({ title: `A walk for the runner, number ${posts++}` }) : {}
    return { tool, isSoon: (given?.seconds ?? 0) <= soonSeconds }
  }

  for (const [name, exceptions] of Object.entries(scenarios))
    test(`every check of ${name} that applies passes`, async () => {
      const url = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/mcp`
      const folder = freshFolder()
      await run('conformance', ['server', '--url', url, '--scenario', name, '-o', folder])
      const checks = resultsIn(folder).get(name) ?? []
      const passed = checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id)
      const failed = checks.filter(({ id }) => !passed.includes(id))
      assert.deepEqual(
        failed.filter(({ id }) => !(id in exceptions)).map(({ id, errorMessage }) => `${id}: ${errorMessage}`),
        [],
      )
      assert.deepEqual(
        Object.keys(exceptions).filter(id => passed.includes(id)),
        [],
        'a check that passes by now is to be held',
      )
      assert.ok(checks.length > 0, 'the runner knows the scenario')
    })
})

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
