// The code that a link to sign in shows in a browser that did not ask for it, and how people type it.
import { hash } from 'node:crypto'
import { limits } from '../contract/limits.ts'

/** Letters and digits that nobody takes for one another. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The code of a token: whoever holds the link can show it, and nobody can go back from it. */
export function signInCode(token: string): string {
  let code = ''
  // Bytes that would bias the choice are left out.
  for (const byte of hash('sha512', `sign-in-code/${token}`, 'buffer'))
    if (byte < 240 && code.length < limits.signInCodeLength) code += alphabet[byte % alphabet.length]
  return code
}

/** A code as it was typed: in whatever case, with whatever between its characters. */
export function typedCode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, '')
}

/** In two halves, as people read it: "7K2M-9XQR". */
export function codeInHalves(code: string): string {
  const half = limits.signInCodeLength / 2
  return `${code.slice(0, half)}-${code.slice(half)}`
}
