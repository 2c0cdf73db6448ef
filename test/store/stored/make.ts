// Makes the stored databases: checks an old version out of the history of the repository, has it write its databases, and keeps them here.
// Usage: node test/store/stored/make.ts COMMIT…   (each is named after the newest migration that its version knows)
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const own = 'test/store/stored'
const commits = process.argv.slice(2)
if (commits.length === 0) throw new Error(`Usage: node ${own}/make.ts COMMIT…`)
for (const commit of commits) make(commit)

function make(commit: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'handbill-stored-'))
  try {
    const checkout = join(folder, 'checkout')
    mkdirSync(checkout)
    const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', checkout], { input: archive })
    symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'))
    mkdirSync(join(checkout, own), { recursive: true })
    cpSync(join(own, 'write-world.ts'), join(checkout, own, 'write-world.ts'))
    const into = join(folder, 'stored')
    execFileSync(process.execPath, ['test/run.ts', `${own}/write-world.ts`], {
      cwd: checkout,
      stdio: 'inherit',
      env: { ...process.env, HANDBILL_STORE_INTO: into },
    })
    const name = newestIn(checkout)
    if (readdirSync(into).length !== 4) throw new Error(`${commit}: not every database was written`)
    cpSync(into, join(own, name), { recursive: true })
    console.log(`${commit}: ${own}/${name}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The number of the newest migration of a checkout; the first ten were once named in migrate.ts alone. */
function newestIn(checkout: string): string {
  const place = join(checkout, 'src/store/database')
  const named = existsSync(join(place, 'migrations/0001-first-schema.ts'))
    ? readdirSync(join(place, 'migrations')).join('\n')
    : readFileSync(join(place, 'migrate.ts'), 'utf8')
  return named
    .match(/\b\d{4}(?=-)/g)!
    .sort()
    .at(-1)!
}
