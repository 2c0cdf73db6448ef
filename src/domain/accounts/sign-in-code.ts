// The code of a sign-in link that was opened in another browser, and how people type it.
import { hash } from 'node:crypto'
import { limits } from '../../contract/limits.ts'

/** Letters and digits that are hard to confuse. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The code of a token: a hash, so the code does not reveal the link. */
export function signInCode(token: string): string {
  let code = ''
  // Bytes that would bias the choice are left out.
  for (const byte of hash('sha512', `sign-in-code/${token}`, 'buffer'))
    if (byte < 240 && code.length < limits.signInCodeLength) code += alphabet[byte % alphabet.length]
  return code
}

/** A typed code in its normal form: capitals, without spaces and hyphens. */
export function typedCode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, '')
}

/** A code in two halves, for people: "7K2M-9XQR". */
export function codeInHalves(code: string): string {
  const half = limits.signInCodeLength / 2
  return `${code.slice(0, half)}-${code.slice(half)}`
}
