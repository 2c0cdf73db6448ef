// Makes ids, keys and their checksums from randomness that is passed in.
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import {
  apiKeyPattern,
  type IdKind,
  idLength,
  idPrefixes,
  type KeyPrefix,
  keyPrefixes,
  type TokenKind,
  tokenPattern,
  tokenPrefixes,
} from '../contract/ids.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The characters of an id that hold its time of creation; the rest holds 71 random bits. */
const timeLength = 8
/** The random characters behind one number between 0 and 1: 47 bits. */
const chanceLength = 8

/** Makes the ids of one action from one seed, so that the same input gives the same ids in every process. */
export type IdSource = {
  /** An id in the order of creation, so that indexes grow at their end (contract.md §1). */
  id(kind: IdKind): string
  /** Random characters, for keys and tokens. */
  text(length: number): string
  /** A random number from 0 up to 1, evenly spread. */
  chance(): number
}

/** An id source over a seed of at least 16 random bytes (as hex) at `now` in epoch milliseconds. Each call gives the next value. */
export function idSource(seed: string, now: number): IdSource {
  const time = base62Number(now, timeLength)
  let counter = 0
  let unused = ''
  const text = (length: number) => {
    // One hash is enough for the ids of most actions.
    while (unused.length < length) unused += base62(hash('sha512', `${seed}/${counter++}`, 'buffer'))
    const out = unused.slice(0, length)
    unused = unused.slice(length)
    return out
  }
  return {
    text,
    id: kind => idPrefixes[kind] + time + text(idLength - timeLength),
    chance: () => [...text(chanceLength)].reduce((sum, digit) => (sum + alphabet.indexOf(digit)) / 62, 0),
  }
}

/** Random bytes as base62 characters, each equally likely: bytes that would bias the choice are left out. */
export function base62(bytes: Uint8Array): string {
  const out = Buffer.alloc(bytes.length)
  let length = 0
  for (const byte of bytes) if (byte < 248) out[length++] = alphabet.charCodeAt(byte % 62)
  return out.toString('latin1', 0, length)
}

/** A full API key around 32 random base62 characters (contract.md §1). */
export function apiKey(prefix: KeyPrefix, random: string): string {
  return `${prefix}${random}${checksum(`${prefix}${random}`)}`
}

/** A token of OAuth around 32 random base62 characters. */
export function oauthToken(kind: TokenKind, random: string): string {
  const prefix = tokenPrefixes[kind]
  return `${prefix}${random}${checksum(`${prefix}${random}`)}`
}

/** Whether a text has the form of a token of OAuth and its checksum is right. */
export function isOAuthToken(text: string, kind: TokenKind): boolean {
  return (
    text.startsWith(tokenPrefixes[kind]) && tokenPattern.test(text) && checksum(text.slice(0, -6)) === text.slice(-6)
  )
}

/** Whether a text begins as a key for tests does. */
export const isTestKey = (text: string): boolean => text.startsWith(keyPrefixes.test)

/** Whether a text has the form of an API key and its checksum is right: a typo is known without a database. */
export function isApiKey(text: string): boolean {
  return apiKeyPattern.test(text) && checksum(text.slice(0, -6)) === text.slice(-6)
}

/** The SHA-256 of a text as hex, which the database stores instead of a secret text. */
export function sha256(text: string): string {
  return hash('sha256', text)
}

function checksum(text: string): string {
  return base62Number(crc32(text), 6)
}

/** A whole number in base62 with leading zeros, so that texts sort as numbers do. */
function base62Number(number: number, length: number): string {
  let value = number
  let out = ''
  for (let i = 0; i < length; i++) {
    out = alphabet[value % 62] + out
    value = Math.floor(value / 62)
  }
  return out
}
