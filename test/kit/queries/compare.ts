// Compares the statements that a run of the tests has sent with the committed ones, or writes them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { committed, pathOf, write, writeCommand } from './files.ts'
import { planned } from './plans.ts'
import { engines, type Sent, type Statement, textOf } from './statement.ts'

/** The variable of a run that writes the statements that it has sent, instead of comparing them. */
export const writing = process.env.HANDBILL_WRITE_QUERIES !== undefined

/** The groups of test files (groups.ts) whose statements are compared. Their tests send the same statements in every run. */
const compared = ['store']

/** What a run has to say about the statements of its tests, a line each; none when all are committed. `folder`: what they have recorded. */
export function linesAbout(folder: string): string[] {
  const sent = compared.flatMap(group => sentIn(folder, `${group}.*.jsonl`))
  const lines = missing(sent, committed()).map(
    ({ file, method, text }) => `The statement of ${file} ${method} is not in ${pathOf(file)}:\n    ${text}`,
  )
  return lines.length === 0 ? [] : [...lines, `The statements of the store are written with: ${writeCommand}`]
}

/** Writes the statements of a run with their plans. Those of a run that is not of the `whole` are added to the committed ones. */
export async function writeSent(folder: string, whole: boolean): Promise<void> {
  let statements = joined([...(whole ? [] : committed()), ...sentIn(folder, '*.jsonl')])
  for (const engine of engines) statements = (await planned(statements, engine)).statements
  write(statements)
}

/** The statements that the processes of a run have recorded in files of this name. */
function sentIn(folder: string, name: string): Statement[] {
  const files = globSync(join(folder, name))
  const sent = files.flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line !== ''),
  )
  return joined(sent.map(line => statementOf(JSON.parse(line) as Sent)))
}

function statementOf({ engine, by, sql }: Sent): Statement {
  const [file = '', method = ''] = by.split(' ')
  return { file, method, text: textOf(sql), plans: { [engine]: [] } }
}

/** One statement for each text of a method. */
function joined(statements: readonly Statement[]): Statement[] {
  const all = new Map<string, Statement>()
  for (const statement of statements) {
    const key = `${statement.file} ${statement.method} ${statement.text}`
    all.set(key, { ...statement, plans: { ...all.get(key)?.plans, ...statement.plans } })
  }
  return [...all.values()]
}

/** Statements whose text is committed for no method: the stack does not always name the same method of a text. */
function missing(sent: readonly Statement[], known: readonly Statement[]): Statement[] {
  const forms = ({ text, plans }: Statement) => engines.filter(engine => plans[engine]).map(each => `${each} ${text}`)
  const texts = new Set(known.flatMap(forms))
  return sent.filter(statement => forms(statement).some(form => !texts.has(form)))
}
