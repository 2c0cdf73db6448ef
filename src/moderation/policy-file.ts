// Reads the moderation policy from its YAML file and throws unless it fits the schema of GET /v1/policy.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { LineCounter, type Node, parseDocument } from 'yaml'
import { limits } from '../contract/limits.ts'
import { type Policy, type PolicyCategory, PolicySchema } from '../contract/moderation/policy.ts'
import { bodyShape } from '../domain/shape.ts'

const shapeFaultsOf = bodyShape(PolicySchema)

/**
 * The policy in the file, by default the packaged policy/policy.yaml.
 * Throws an Error that names the file and every fault: unreadable file, broken YAML, wrong shape, an id used twice,
 * a category whose action and penalty contradict each other, a date that does not exist.
 */
export function loadPolicy(path: URL | string = packagedPolicy()): Policy {
  return policyFrom(readPolicyFile(path), path)
}

/** The policy in a text. `path`: where the text is from, for the faults. Throws as `loadPolicy` does. */
function policyFrom(text: string, path: URL | string): Policy {
  const { document, lineOf } = readDocument(text, path)
  const shapeFaults = shapeFaultsOf(document)
  if (shapeFaults.length > 0)
    throw policyError(
      path,
      shapeFaults.map(fault => withLine(fault, lineOf)),
    )

  const policy = document as Policy
  const faults = policyFaults(policy)
  if (faults.length > 0) throw policyError(path, faults)
  return policy
}

/** The name of the operator's own policy in DATA_DIR. */
const ownPolicyFile = 'policy.yaml'

/**
 * The policy in force: policy.yaml in the data folder, else the packaged one. The version of an own policy ends with the start of
 * the hash of its file, so that each edit is another version. Throws as `loadPolicy` and `loadOwnPolicy` do.
 */
export function policyInForce(dataDir: string): Policy {
  const own = join(dataDir, ownPolicyFile)
  return existsSync(own) ? loadOwnPolicy(own) : loadPolicy()
}

/**
 * Puts a text into the place of the own policy, whole or not at all. Returns the name under which the former file stays; null where there
 * was none. Throws as `ownPolicyFrom` does; then nothing is written.
 */
export function putOwnPolicy(dataDir: string, text: string): string | null {
  const path = join(dataDir, ownPolicyFile)
  ownPolicyFrom(text, path)
  const [next, former] = [`${path}.next`, `${path}.former`]
  writeFileSync(next, text, { flush: true })
  const replaces = existsSync(path)
  if (replaces) writeFileSync(former, readFileSync(path), { flush: true })
  renameSync(next, path)
  return replaces ? former : null
}

/** An operator's policy. Throws as `loadPolicy` does, and for a category of the packaged policy that is missing: rules and reports name it. */
export function loadOwnPolicy(path: string): Policy {
  return ownPolicyFrom(readPolicyFile(path), path)
}

/** An operator's policy in a text. `path`: where the text is from, for the faults. Throws as `loadOwnPolicy` does. */
export function ownPolicyFrom(text: string, path: string): Policy {
  const policy = policyFrom(text, path)
  const missing = missingCategories(policy)
  if (missing.length > 0)
    throw policyError(
      path,
      missing.map(
        id => `categories: ${id} is missing; fixed rules and reports name it, so it can be changed but not dropped`,
      ),
    )
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return { ...policy, version: `${policy.version}+${hash}` }
}

/** What an own policy changes of the packaged one, by the ids of categories. */
export function differencesOf(policy: Policy): { added: string[]; changed: string[] } {
  const packaged = new Map(loadPolicy().categories.map(category => [category.id, category]))
  const other = (category: PolicyCategory) => !isDeepStrictEqual(packaged.get(category.id), category)
  const ids = (categories: readonly PolicyCategory[]) => categories.map(({ id }) => id)
  return {
    added: ids(policy.categories.filter(({ id }) => !packaged.has(id))),
    changed: ids(policy.categories.filter(category => packaged.has(category.id) && other(category))),
  }
}

function missingCategories({ categories }: Policy): string[] {
  const there = categories.map(({ id }) => id)
  return loadPolicy()
    .categories.map(({ id }) => id)
    .filter(id => !there.includes(id))
}

function packagedPolicy(): URL {
  const besideSource = new URL('../../policy/policy.yaml', import.meta.url)
  // Compiled code is one folder deeper (dist/src) than its source.
  const besideCompiled = new URL('../../../policy/policy.yaml', import.meta.url)
  return existsSync(besideSource) || !existsSync(besideCompiled) ? besideSource : besideCompiled
}

/** The number of the line of a member; undefined where the document does not have it. */
type LineOf = (pointer: readonly string[]) => number | undefined

/** The text of a policy file. Throws for one that cannot be read, and for one that is too long. */
export function readPolicyFile(path: URL | string): string {
  try {
    if (statSync(path).size > limits.policyBytes) throw new Error(`it is longer than ${limits.policyBytes} bytes`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw policyError(path, [(error as Error).message])
  }
}

function readDocument(text: string, path: URL | string): { document: unknown; lineOf: LineOf } {
  try {
    const lines = new LineCounter()
    const document = parseDocument(text, { lineCounter: lines })
    if (document.errors[0]) throw document.errors[0]
    const startOf = (pointer: readonly string[]) => (document.getIn(pointer, true) as Node | undefined)?.range?.[0]
    const value: unknown = document.toJS()
    refuseCycle(value)
    return {
      document: value,
      lineOf(pointer) {
        // A member that is missing is at the line of what should have it.
        for (let length = pointer.length; length > 0; length--) {
          const start = startOf(
            pointer.slice(0, length).map(name => (/^\d+$/.test(name) ? Number(name) : name)) as string[],
          )
          if (start !== undefined) return lines.linePos(start).line
        }
        return undefined
      },
    }
  } catch (error) {
    throw policyError(path, [error instanceof Error ? error.message : String(error)])
  }
}

/** Throws for a value that contains itself: aliases of YAML can make one, and no check of its shape would end. */
function refuseCycle(value: unknown): void {
  try {
    JSON.stringify(value)
  } catch {
    throw new Error('an alias stands inside what it names')
  }
}

/** A fault of the shape with the line of the member that its pointer names. */
function withLine(fault: string, lineOf: LineOf): string {
  const pointer = /^(?:\/[^/: ]+)+/.exec(fault)?.[0].slice(1).split('/')
  const line = pointer && lineOf(pointer)
  return line === undefined ? fault : `line ${line}: ${fault}`
}

function policyFaults(policy: Policy): string[] {
  const faults: string[] = []
  faults.push(...repeated(policy.quality_bar.map(rule => rule.id)).map(id => `quality_bar: ${id} is there twice`))
  faults.push(...repeated(policy.categories.map(category => category.id)).map(id => `categories: ${id} is there twice`))
  if (!isDate(policy.updated)) faults.push(`updated: ${policy.updated} is no date`)
  if (!policy.version.startsWith(`${policy.updated.replaceAll('-', '.')}-`)) {
    faults.push(`version: ${policy.version} does not carry the date of updated, ${policy.updated}`)
  }
  for (const category of policy.categories) {
    if (!isDate(category.added)) faults.push(`categories: ${category.id}: added: ${category.added} is no date`)
    // A person may decide without a penalty; a machine that rejects abuse takes one.
    if (category.action !== 'review' && category.penalized === (category.action === 'reject_low_quality')) {
      faults.push(`categories: ${category.id}: action ${category.action} contradicts penalized ${category.penalized}`)
    }
    const examples = [...category.disallowed_examples, ...category.allowed_examples]
    faults.push(...repeated(examples).map(text => `categories: ${category.id}: example there twice: ${text}`))
  }
  return faults
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
}

function policyError(path: URL | string, faults: readonly string[]): Error {
  return new Error(`Policy ${String(path)}: ${faults.join('; ')}`)
}
