// What a migration may do while processes of the version before still run on the database: docs/upgrading.md says why.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const folder = join(import.meta.dirname, '../../src/store/database/migrations')

/** What breaks a process that does not know of the migration, each with a statement that it finds. */
const breaking: readonly [RegExp, string][] = [
  [/\bdrop table\b/i, 'drop table posts'],
  [/\bdrop column\b/i, 'alter table posts drop column site'],
  [/\brename\b/i, 'alter table posts rename column site to host'],
  [/\balter column\b/i, 'alter table posts alter column site set not null'],
  [/\badd column (?!.*\bdefault\b).*\bnot null\b/i, 'alter table posts add column host text not null'],
  [/\badd constraint\b/i, `alter table posts add constraint hosts check (site <> '')`],
]

/** Migrations from before the rule: with these, every process of the older version is stopped first. */
const exceptions: Readonly<Record<string, string>> = {
  '0014-moderators-day.ts': 'makes four tables of reviewers anew to let their items be messages',
  '0019-fair-names.ts': 'makes tables of reviewers anew to let their items be names',
}

const breaks = (text: string) => breaking.some(([pattern]) => pattern.test(text))

test('a migration does nothing that breaks a process of the version before it', () => {
  for (const [pattern, statement] of breaking) assert.match(statement, pattern)
  assert.ok(!breaks('alter table posts add column host text not null default 0'))
  const files = globSync('*.ts', { cwd: folder }).filter(file => !file.startsWith('0001'))
  const found = files.filter(file => breaks(readFileSync(join(folder, file), 'utf8'))).sort()
  assert.deepEqual(found, Object.keys(exceptions))
})
