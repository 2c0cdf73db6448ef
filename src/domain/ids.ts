// Makes ids, keys and their checksums out of randomness that the caller hands in.
import { createHash } from 'node:crypto'
import { apiKeyPattern, type IdKind, idLength, idPrefixes } from '../contract/ids.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Makes the ids of one action out of one seed, so that the same input gives the same ids wherever it runs. */
export type IdSource = { id(kind: IdKind): string; text(length: number): string }

/** An id source over a seed of at least 16 random bytes (as hex). Each call gives the next value. */
export function idSource(seed: string): IdSource {
  let counter = 0
  const text = (length: number) => {
    let out = ''
    while (out.length < length) out += base62(createHash('sha256').update(seed).update(`/${counter++}`).digest())
    return out.slice(0, length)
  }
  return { text, id: kind => idPrefixes[kind] + text(idLength) }
}

/** Random bytes as base62 characters, each equally likely: bytes that would bias the choice are left out. */
export function base62(bytes: Uint8Array): string {
  const out = Buffer.alloc(bytes.length)
  let length = 0
  for (const byte of bytes) if (byte < 248) out[length++] = alphabet.charCodeAt(byte % 62)
  return out.toString('latin1', 0, length)
}

/** A full API key around 32 random base62 characters (contract.md §1). */
export function apiKey(random: string): string {
  return `ak_${random}${checksum(`ak_${random}`)}`
}

/** Whether a text has the form of an API key and its checksum is right: a typo is known without a database. */
export function isApiKey(text: string): boolean {
  return apiKeyPattern.test(text) && checksum(text.slice(0, -6)) === text.slice(-6)
}

/** What the database keeps of a secret text: its SHA-256 as hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function checksum(text: string): string {
  let value = crc32(text)
  let out = ''
  for (let i = 0; i < 6; i++) {
    out = alphabet[value % 62] + out
    value = Math.floor(value / 62)
  }
  return out
}

function crc32(text: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
