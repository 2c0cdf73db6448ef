// Reads a request body as JSON, and refuses JSON that two parsers could read differently.
import { Problem } from '../contract/problems/problem.ts'
import { fencedText } from '../domain/posts/proposals/envelope.ts'
import { readJsonText, structureFault } from '../domain/text/json-text.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The value of a body in UTF-8, with or without a byte order mark; undefined for an empty body. Throws `invalid_json`. */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  const text = decoded(body)
  const value = parsed(text)
  const fault = structureFault(text)
  if (fault) throw new Problem('invalid_json', `The body ${fault}.`)
  return value
}

function decoded(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new Problem('invalid_json', 'The body is not text in UTF-8.')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why =
      fencedText(text) === null
        ? (error as Error).message
        : 'it stands in a code fence; send what is inside the fence alone'
    throw new Problem('invalid_json', `The body is not JSON: ${why}.`)
  }
}

/** The text of a body whose code fence holds JSON, so that a dry run can propose what is inside; null for any other body. */
export function fencedBody(body: Buffer): string | null {
  try {
    const text = decoded(body)
    readJsonText(fencedText(text) ?? '')
    return text
  } catch {
    return null
  }
}
