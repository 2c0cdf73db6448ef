// The form of a scheduled backup: compressed by gzip, then encrypted by age for its recipients (https://age-encryption.org/v1).
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { Problem } from '../../contract/problems/problem.ts'

type Bytes = ReadableStream<Uint8Array>

/** Whether age can encrypt for a recipient (`age1…`). */
export function isRecipient(recipient: string): boolean {
  try {
    new Encrypter().addRecipient(recipient)
    return true
  } catch {
    return false
  }
}

/** The content of a file, compressed, and encrypted if there are recipients. */
export async function sealed(path: string, recipients: readonly string[]): Promise<Bytes> {
  const gzip = createGzip()
  const done = pipeline(createReadStream(path), gzip)
  // The reader of the stream gets the error too.
  done.catch(() => {})
  const compressed = Readable.toWeb(gzip) as Bytes
  if (recipients.length === 0) return compressed
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter.encrypt(compressed)
}

/**
 * Writes the content of a sealed backup to `path`. `identities`: the secret keys of age, needed for a name that ends in `.age`. Throws
 * `invalid` without the right one, and for a file that is damaged or cut off.
 */
export async function unseal(name: string, content: Bytes, identities: readonly string[], path: string): Promise<void> {
  const compressed = name.endsWith('.age') ? await decrypted(name, content, identities) : content
  try {
    await pipeline(Readable.fromWeb(compressed as NodeStream), createGunzip(), createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // The disk, not the backup, is at fault.
    if (code === 'ENOSPC' || code === 'EACCES') throw error
    throw new Problem('invalid', `${name} is damaged: ${(error as Error).message}.`)
  }
}

async function decrypted(name: string, content: Bytes, identities: readonly string[]): Promise<Bytes> {
  if (identities.length === 0)
    throw new Problem('invalid', `${name} is encrypted; --identity takes a file with a secret key of age.`)
  const decrypter = new Decrypter()
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity)
    } catch {
      throw new Problem(
        'invalid',
        'The file of --identity has a line that is no secret key of age (AGE-SECRET-KEY-1…).',
      )
    }
  }
  try {
    return await decrypter.decrypt(content)
  } catch (error) {
    throw new Problem('invalid', `${name} could not be decrypted: ${(error as Error).message}.`)
  }
}
