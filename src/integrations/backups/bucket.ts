// Backups in a bucket behind the API of S3.
import { S3mini } from 's3mini'
import type { Bucket } from '../../contract/backups.ts'
import type { BackupStore } from './store.ts'

/** The size of a part, in bytes: 10,000 parts, the most of S3, hold 320 GB. */
const partBytes = 32 * 2 ** 20

/** Keeps files in a bucket, which has to exist. */
export function bucketStore({ endpoint, bucket, prefix, region, keyId, secret }: Bucket): BackupStore {
  const client = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    accessKeyId: keyId,
    secretAccessKey: secret,
    region,
    minPartSize: partBytes,
  })
  const where = `${endpoint}/${bucket}/${prefix}`
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw new Error(`${where}: ${reasonOf(error)}`, { cause: error })
    }
  }
  return {
    where,
    async list() {
      const found = await told(client.listObjects('/', prefix))
      if (found === null) throw new Error(`${where}: there is no such bucket`)
      return found.map(({ Key, Size }) => ({ name: Key.slice(prefix.length), bytes: Number(Size) }))
    },
    async put(name, content) {
      await told(client.putAnyObject(prefix + name, content))
    },
    async get(name) {
      const response = await told(client.getObjectResponse(prefix + name))
      return response?.body ?? null
    },
    async remove(name) {
      await told(client.deleteObject(prefix + name))
    },
  }
}

/** What the server said, or why there was no answer. */
function reasonOf(error: unknown): string {
  const { message, serviceCode, status, cause } = error as Error & { serviceCode?: string; status?: number }
  if (serviceCode) return `${serviceCode}${status ? ` (${status})` : ''}`
  const { code } = (cause ?? {}) as { code?: string }
  return code ? `${message} (${code})` : message
}
