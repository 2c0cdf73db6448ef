// The committed statements of the store: src/store/queries has one file for each file of the store that sends statements.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Engine, engines, inLines, type Statement } from './statement.ts'

/** The command that writes the files from a run of all tests. */
export const writeCommand = 'HANDBILL_WRITE_QUERIES=1 npm test'

const folder = fileURLToPath(new URL('../../../src/store/queries', import.meta.url))

/** The path of the committed statements of a file below src/store, from the root of the project. */
export const pathOf = (file: string) => `src/store/queries/${file.replace(/\.ts$/, '.sql')}`

/** The width of the names of the databases before the lines of plans. */
const engineWidth = 10

/** Every committed statement. */
export function committed(): Statement[] {
  return globSync('**/*.sql', { cwd: folder })
    .sort()
    .flatMap(path => statementsIn(path.replace(/\.sql$/, '.ts'), readFileSync(join(folder, path), 'utf8')))
}

/** Writes all statements, a file for each file of the store, in an order that does not depend on the run. */
export function write(statements: readonly Statement[]): void {
  rmSync(folder, { recursive: true, force: true })
  for (const [file, own] of Map.groupBy(statements, statement => statement.file)) {
    const path = join(folder, file.replace(/\.ts$/, '.sql'))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, textOfFile(file, own))
  }
}

/** The text of a file of statements. */
export function textOfFile(file: string, statements: readonly Statement[]): string {
  const key = ({ method, text }: Statement) => `${method}\n${text}`
  const sorted = [...statements].sort((one, other) => (key(one) < key(other) ? -1 : 1))
  const head = `-- The statements of src/store/${file}, each with its plans at 100,000 posts. Written by: ${writeCommand}\n`
  return head + sorted.map(blockOf).join('')
}

/** A statement: its method, with the database if it is sent to one alone, its lines, and its plans as comments. */
function blockOf({ method, text, plans }: Statement): string {
  const sentTo = engines.filter(engine => plans[engine])
  const plan = (engine: Engine) =>
    (plans[engine] ?? []).map(line => `-- ${engine.padEnd(engineWidth)} ${line}\n`).join('')
  const only = sentTo.length === 1 ? `, ${sentTo[0]} only` : ''
  return `\n-- ${method}${only}\n${inLines(text)};\n${sentTo.map(plan).join('')}`
}

function statementsIn(file: string, content: string): Statement[] {
  const blocks = content.split('\n\n-- ').slice(1)
  return blocks.map(block => {
    const [, method = '', only, lines = '', plans = ''] =
      /^(\w+)(?:, (\w+) only)?\n(.*?);\n(.*)$/s.exec(`${block.trimEnd()}\n`) ?? []
    const planOf = (engine: Engine) =>
      plans.split('\n').flatMap(line => (/^-- (\w+) +/.exec(line)?.[1] === engine ? [line.slice(engineWidth + 4)] : []))
    const sentTo = engines.filter(engine => only === undefined || only === engine)
    return {
      file,
      method,
      text: lines.replace(/\n\s+/g, ' '),
      plans: Object.fromEntries(sentTo.map(engine => [engine, planOf(engine)])),
    }
  })
}
