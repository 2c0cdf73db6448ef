// Lints the OpenAPI document of every site, as the command line prints it. Every error and warning fails the run.
// Usage: npm run lint:openapi (SITES is read as by the service; the default is every site that this version serves).
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { siteRows } from '../src/contract/sites.ts'

// The linters reject a document whose server is localhost, the default of the service.
const sites =
  process.env.SITES ??
  Object.keys(siteRows)
    .map(id => `${id}=https://${id}.handbill.test`)
    .join(',')

const linters = [
  ['redocly', 'lint', '--extends', 'recommended-strict', '--format', 'stylish'],
  ['spectral', 'lint', '--ruleset', '.spectral.yaml', '--fail-severity', 'hint'],
] as const

// No telemetry, and no look-up of a newer version.
const env = { ...process.env, SITES: sites, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

const folder = mkdtempSync(join(tmpdir(), 'handbill-openapi-'))
let failed = 0
try {
  for (const site of sites.split(',').map(part => part.trim().split('=')[0]!)) {
    const file = join(folder, `${site}.yml`)
    const printed = run(process.execPath, ['src/main.ts', 'openapi', '--site', site])
    writeFileSync(file, printed.stdout)
    for (const [name, ...args] of linters) {
      const { status, stdout, stderr } = run(join('node_modules', '.bin', name), [...args, file])
      const clean = status === 0 && !/\bwarn/i.test(stdout + stderr)
      process.stdout.write(`${site}: ${name} ${clean ? 'finds nothing' : `fails\n${stdout}${stderr}`}\n`)
      if (!clean) failed++
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed > 0 ? 1 : 0

function run(command: string, args: readonly string[]) {
  const ran = spawnSync(command, args, { env, encoding: 'utf8', maxBuffer: 64_000_000 })
  if (ran.error) throw ran.error
  return ran
}
