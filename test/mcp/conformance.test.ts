// The official conformance runner and the inspector's command line against the service, started as by an operator.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { freePort, freshDatabase, freshFolder } from '../databases.ts'
import { type Environment, type Service, startService } from '../e2e/process.ts'
import { resultsIn, run } from './conformance-runner.ts'

/** Why a scenario does not apply: the server neither has nor declares what the scenario needs. */
const needs = {
  tool: 'calls a tool that only the example server of the suite has',
  prompt: 'gets a prompt that only the example server of the suite has',
  resource: 'reads a resource that only the example server of the suite has',
  logging: 'sets a log level; the server sends no log messages and does not declare logging',
  completion: 'completes an argument of an example prompt; the server does not declare completions',
  subscription: 'subscribes to a resource; the server does not declare subscriptions',
  folder: 'reads a folder within a skill; each skill of the server is one file',
} as const

type Reason = keyof typeof needs

const notApplicable: Record<string, Reason> = {
  'logging-set-level': 'logging',
  'completion-complete': 'completion',
  'tools-call-simple-text': 'tool',
  'tools-call-image': 'tool',
  'tools-call-audio': 'tool',
  'tools-call-embedded-resource': 'tool',
  'tools-call-mixed-content': 'tool',
  'tools-call-with-logging': 'tool',
  'tools-call-error': 'tool',
  'tools-call-with-progress': 'tool',
  'tools-call-sampling': 'tool',
  'tools-call-elicitation': 'tool',
  'elicitation-sep1034-defaults': 'tool',
  'elicitation-sep1330-enums': 'tool',
  'json-schema-2020-12': 'tool',
  'http-custom-header-server-validation': 'tool',
  'input-required-result-basic-elicitation': 'tool',
  'input-required-result-basic-sampling': 'tool',
  'input-required-result-basic-list-roots': 'tool',
  'input-required-result-request-state': 'tool',
  'input-required-result-multiple-input-requests': 'tool',
  'input-required-result-multi-round': 'tool',
  'input-required-result-result-type': 'tool',
  'input-required-result-tampered-state': 'tool',
  'input-required-result-capability-check': 'tool',
  'input-required-result-non-tool-request': 'prompt',
  'resources-read-text': 'resource',
  'resources-read-binary': 'resource',
  'resources-templates-read': 'resource',
  'resources-subscribe': 'subscription',
  'resources-unsubscribe': 'subscription',
  'prompts-get-simple': 'prompt',
  'prompts-get-with-args': 'prompt',
  'prompts-get-embedded-resource': 'prompt',
  'prompts-get-with-image': 'prompt',
}

/** Single checks that do not apply, of scenarios that do. */
const checksNotApplicable: Record<string, Reason> = {
  'sep-2575-server-rejects-undeclared-capability': 'tool',
  'sep-2575-missing-capability-http-400': 'tool',
  'sep-2575-http-server-no-independent-requests-on-stream': 'tool',
  'sep-2575-server-no-log-without-loglevel': 'tool',
  'sep-2640-directory-read-subdir-mimetype': 'folder',
}

describe('conformance', () => {
  let service: Service
  let env: Environment
  before(async () => {
    const port = String(await freePort())
    const folder = freshFolder()
    env = {
      DATABASE_URL: await freshDatabase('SQLite'),
      DATA_DIR: folder,
      PORT: port,
      SITES: `events=http://127.0.0.1:${port}`,
      PLATFORM_RPS: '0',
      ROLE: 'api',
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    }
    service = await startService(env)
  })
  after(() => service.stop())

  for (const revision of ['2025-11-25', '2026-07-28'])
    test(`every applicable server scenario of ${revision} passes, and the others are listed with a reason`, async () => {
      const folder = freshFolder()
      await run('conformance', ['server', '--url', `${service.origin}/mcp`, '--requirements', revision, '-o', folder])
      const scenarios = resultsIn(folder)
      assert.ok(scenarios.size > 30, `${scenarios.size} scenarios ran`)
      const surprises: string[] = []
      for (const [name, checks] of scenarios) {
        // task-scenarios.test.ts runs these with tools that this service has.
        if (name.startsWith('tasks-')) continue
        const failed = checks.filter(({ id, status }) => status === 'FAILURE' && !(id in checksNotApplicable))
        if (name in notApplicable && failed.length === 0) surprises.push(`${name} passes by now: it is to be held`)
        if (!(name in notApplicable))
          surprises.push(...failed.map(check => `${name}: ${check.id} ${check.errorMessage}`))
      }
      assert.deepEqual(surprises, [])
      for (const name of ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'])
        assert.ok(
          scenarios.get(name)?.some(check => check.status === 'SUCCESS'),
          `${name} passes`,
        )
    })

  test('every scenario of the skills extension passes', async () => {
    for (const name of ['enumeration', 'directory', 'manifest'].map(part => `sep-2640-skills-${part}`)) {
      const folder = freshFolder()
      await run('conformance', ['server', '--url', `${service.origin}/mcp`, '--scenario', name, '-o', folder])
      const checks = resultsIn(folder).get(name) ?? []
      assert.ok(checks.filter(check => check.status === 'SUCCESS').length >= 6, `${name} checks something`)
      const failed = checks.filter(({ id, status }) => status === 'FAILURE' && !(id in checksNotApplicable))
      assert.deepEqual(failed, [], name)
    }
  })

  test('docs/mcp.md lists every scenario of the installed runner, and those that do not apply as such', async () => {
    const { stdout } = await run('conformance', ['list'])
    const parts = stdout.split(/^(?=\S.*scenarios)/m).filter(part => !part.startsWith('Client'))
    const names = parts.flatMap(part => [...part.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name!))
    assert.ok(names.length > 60 && names.includes('authorization-code-grant'), stdout)
    const section = readFileSync('docs/mcp.md', 'utf8').split('## Conformance')[1]!
    const [passing = '', others = ''] = section.split('These do not apply')
    const listedIn = (text: string) => [...text.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!)
    assert.deepEqual(
      names.filter(name => !(name in notApplicable ? listedIn(others) : listedIn(section)).includes(name)),
      [],
    )
    assert.deepEqual(
      listedIn(passing).filter(name => name in notApplicable),
      [],
    )
  })

  test('a skill is the same bytes over MCP and HTTP, in both eras', async () => {
    for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
      const client = new Client({ name: 'handbill-test', version: '1.0.0' }, { versionNegotiation: { mode } })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`)))
      const listed = (await client.listResources()).resources.filter(({ uri }) => uri.startsWith('skill://'))
      assert.equal(listed.length, 3)
      for (const { uri } of listed) {
        const [read] = (await client.readResource({ uri })).contents
        const path = uri.slice('skill://'.length)
        assert.equal((read as { text: string }).text, await (await fetch(`${service.origin}/skills/${path}`)).text())
      }
      await client.close()
    }
  })

  for (const era of ['legacy', 'modern']) {
    const inspector = (...args: string[]) =>
      run('mcp-inspector', ['--cli', `${service.origin}/mcp`, '--transport', 'http', '--protocol-era', era, ...args])

    test(`the inspector accepts the tools in strict mode (${era})`, async () => {
      const { status, stdout, stderr } = await inspector('--method', 'tools/list', '--strict')
      assert.equal(status, 0, stderr)
      assert.doesNotMatch(stderr, /error|warning/i)
      assert.ok(JSON.parse(stdout).tools.length >= 14)
    })

    test(`the inspector calls tools, and shows a problem as an error (${era})`, async () => {
      const priced = await inspector('--method', 'tools/call', '--tool-name', 'get_pricing')
      assert.equal(priced.status, 0, priced.stderr)
      assert.equal(JSON.parse(priced.stdout).structuredContent.currency, 'usd')
      const browsed = await inspector('--method', 'tools/call', '--tool-name', 'browse_posts', '--tool-arg', 'limit=2')
      assert.deepEqual(JSON.parse(browsed.stdout).structuredContent, { items: [] })
      const refused = await inspector('--method', 'tools/call', '--tool-name', 'get_account')
      assert.notEqual(refused.status, 0)
      assert.equal(JSON.parse(refused.stderr).error.code, 'auth_required', 'a call that needs a caller begins OAuth')
    })

    test(`the inspector reads a resource and gets a prompt (${era})`, async () => {
      const read = await inspector('--method', 'resources/read', '--uri', 'pricing://current')
      assert.equal(JSON.parse(JSON.parse(read.stdout).contents[0].text).currency, 'usd')
      const prompt = await inspector('--method', 'prompts/get', '--prompt-name', 'write_event')
      assert.match(JSON.parse(prompt.stdout).messages[0].content.text, /check_event/)
    })
  }

  for (const mode of ['legacy', { pin: '2026-07-28' }] as const)
    test(`a client continues after kill -9 and a restart, because there are no sessions (${JSON.stringify(mode)})`, async () => {
      const client = new Client({ name: 'handbill-test', version: '1.0.0' }, { versionNegotiation: { mode } })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`)))
      const status = () => client.callTool({ name: 'get_status', arguments: {} })
      assert.ok(!(await status()).isError)
      await service.kill()
      service = await startService(env)
      assert.ok(!(await status()).isError)
      await client.close()
    })
})
