// `handbill moderate` as a process in a pipe: a slow reader slows it down, and a reader that closes the pipe ends it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freshDatabase, freshFolder } from '../databases.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

async function moderating(t: TestContext) {
  const env = { ...process.env, DATABASE_URL: await freshDatabase('SQLite'), DATA_DIR: freshFolder() }
  const child = spawn(process.execPath, [main, 'moderate'], { env, stdio: 'pipe' })
  let stderr = ''
  child.stderr.on('data', chunk => (stderr += chunk))
  // A command that ends early leaves input in the pipe.
  child.stdin.on('error', () => {})
  t.after(() => child.kill('SIGKILL'))
  return { child, closed: once(child, 'close'), stderr: () => stderr }
}

const line = (id: number) =>
  `${JSON.stringify({ id, site: 'messages', text: `The ferry leaves from pier ${id} until Sunday; the stop at the old harbour is closed.` })}\n`

test('a slow reader gets every answer in order, and exit status 1 for the faulty line', async t => {
  const { child, closed, stderr } = await moderating(t)
  const count = 300
  let held = false
  const feed = async () => {
    for (let id = 0; id < count; id++) {
      if (id === 7) child.stdin.write(`{"id":7,"site":"messages","text":"${'x'.repeat(3_000_000)}"}\n`)
      else if (!child.stdin.write(line(id))) {
        held = true
        await once(child.stdin, 'drain')
      }
    }
    child.stdin.end()
  }
  const fed = feed()
  const answers: { id: number; outcome?: string; error?: string }[] = []
  for await (const answer of createInterface({ input: child.stdout })) answers.push(JSON.parse(answer))
  await fed
  const [status] = await closed
  assert.ok(held, 'the input is larger than the buffer of a pipe')
  assert.deepEqual([status, stderr()], [1, 'invalid: 1 line was not decided\n'])
  assert.deepEqual(
    answers.map(({ id }) => id),
    Array.from({ length: count }, (_, id) => (id === 7 ? null : id)),
  )
  assert.match(answers[7]!.error!, /^line 8: is longer than/)
  assert.deepEqual(
    answers.filter(({ outcome }, i) => i !== 7 && outcome === undefined),
    [],
  )
})

test('a reader that closes the pipe early, as head does, ends the command with status 0', async t => {
  const { child, closed, stderr } = await moderating(t)
  for (let id = 0; id < 200; id++) child.stdin.write(line(id))
  const [first] = await once(createInterface({ input: child.stdout }), 'line')
  assert.equal(JSON.parse(first).id, 0)
  child.stdout.destroy()
  // The input stays open: only the closed output can end the command.
  const feeding = setInterval(() => child.stdin.writable && child.stdin.write(line(0)), 20)
  t.after(() => clearInterval(feeding))
  const [status] = await closed
  assert.deepEqual([status, stderr()], [0, ''])
})
