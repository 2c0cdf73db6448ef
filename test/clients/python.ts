// Runs programs with the Python client, where the machine has what they need.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { missing } from '../kit/report.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The Python of the PATH, and that of Debian, for which httpx is a package of Debian. */
const pythons = ['python3', '/usr/bin/python3']

const found = new Map<string, string | undefined>()

/** The Python that can run a program over a transport; `skip` has the reason if there is none. */
export function pythonWith(kind: string): { command: string; skip: string | false } {
  const needs = kind.includes('httpx') ? 'httpx' : 'typing'
  if (!found.has(needs)) {
    const check = `import sys, ${needs}; sys.exit(sys.version_info < (3, 11))`
    found.set(
      needs,
      pythons.find(each => spawnSync(each, ['-c', check]).status === 0),
    )
  }
  const command = found.get(needs)
  const what = needs === 'httpx' ? 'with httpx (Debian: python3-httpx)' : '3.11 or later'
  const skip = !command && missing(`the Python client by ${kind}, because there is no Python ${what}`)
  return { command: command ?? '', skip }
}

/** Runs a program, one of this folder or at an absolute path, with `given` as its standard input; resolves with its output. */
export async function runPython(kind: string, program: string, given: unknown, ...args: string[]): Promise<string> {
  const child = spawn(pythonWith(kind).command, ['-W', 'error', at(program), ...args], {
    env: { ...process.env, PYTHONPATH: at('../../clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' },
  })
  let out = ''
  let errors = ''
  child.stdout.on('data', chunk => (out += chunk))
  child.stderr.on('data', chunk => (errors += chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(given))
  const [status] = await once(child, 'close')
  assert.equal(status, 0, errors)
  return out
}
