// Reads the number of a version of the model from an option.
import { Problem } from '../contract/problems/problem.ts'

/** The number of a version; 0 is the packaged model. Throws `invalid`. */
export function readVersion(name: string, text: string): number {
  const version = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(version)) return version
  throw new Problem(
    'invalid',
    `${name}: got "${text}"; it takes the number of a version, which "moderation versions" prints`,
  )
}
