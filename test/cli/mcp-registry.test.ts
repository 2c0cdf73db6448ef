// `handbill mcp-registry` prints the server.json of a site for the registry of MCP servers, without a database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshFolder } from '../databases.ts'
import { runCommand } from '../e2e/process.ts'

const env = {
  DATA_DIR: freshFolder(),
  SITES: 'events=https://events.example.org,stories=http://stories.localhost:8787',
}

test('mcp-registry prints the server.json of the first site, or of the site that is named', async () => {
  const { status, stdout, stderr } = await runCommand(env, ['mcp-registry'])
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
  const server = JSON.parse(stdout)
  assert.equal(server.$schema, 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json')
  assert.equal(server.name, 'org.example.events/events')
  assert.equal(server.icons[0].src, 'https://events.example.org/icon.svg')
  assert.deepEqual(
    server.remotes.map(({ type, url }: { type: string; url: string }) => [type, url]),
    ['', '?tools=post', '?tools=read'].map(query => ['streamable-http', `https://events.example.org/mcp${query}`]),
  )
  const other = JSON.parse((await runCommand(env, ['mcp-registry', '--site', 'stories'])).stdout)
  assert.deepEqual([other.name, other.icons], ['localhost.stories/stories', undefined])
  const wrong = await runCommand(env, ['mcp-registry', '--site', 'messages'])
  assert.deepEqual([wrong.status, wrong.stdout], [1, ''])
})
