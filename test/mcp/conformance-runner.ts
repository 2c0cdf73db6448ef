// Runs the official conformance runner and the inspector, and reads what the runner found.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '../databases.ts'

export type Check = { id: string; status: string; errorMessage?: string }

/** The checks by scenario. The runner writes a folder for each scenario, named after it and the time. */
export function resultsIn(folder: string): Map<string, Check[]> {
  const results = new Map<string, Check[]>()
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('checks.json')) continue
    const name = /(?:^|\/)(?:server-)?(.+?)-\d{4}-\d\d-\d\dT[^/]*\/checks\.json$/.exec(entry)?.[1]
    assert.ok(name, `${entry} is named after its scenario`)
    results.set(name, JSON.parse(readFileSync(join(folder, entry), 'utf8')) as Check[])
  }
  return results
}

/** Runs a command of node_modules/.bin to its end. `onOutput` gets all that it has printed, each time that it prints more. */
export async function run(
  command: string,
  args: string[],
  onOutput: (stdout: string) => void = () => {},
): Promise<{ status: number; stdout: string; stderr: string }> {
  const child = spawn(join('node_modules', '.bin', command), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: freshFolder() },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', chunk => {
    stdout += chunk
    onOutput(stdout)
  })
  child.stderr.on('data', chunk => (stderr += chunk))
  const [status] = await once(child, 'close')
  return { status: status as number, stdout, stderr }
}
