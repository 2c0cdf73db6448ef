// A real server of the S3 API for tests, with one bucket in a folder.
// @ts-expect-error The package has no types.
import S3rver from '@20minutes/s3rver'
import { freePort, freshFolder } from '../databases.ts'

type Server = new (options: object) => { run(): Promise<unknown>; close(): Promise<void> }

/** The credentials that the server knows. */
export const bucketKey = 'S3RVER:S3RVER'

export type BucketServer = { to: string; close(): Promise<void> }

/** Starts a server; `to` is the value of BACKUP_TO for a prefix in its bucket. */
export async function startBucket(): Promise<BucketServer> {
  const port = await freePort()
  const server = new (S3rver as Server)({
    ...{ port, address: '127.0.0.1', silent: true, directory: freshFolder() },
    // This server leaves out the last slash of a path that was signed; it still refuses a key that it does not know.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'backups' }],
  })
  await server.run()
  return { to: `s3:http://127.0.0.1:${port}/backups/platform`, close: () => server.close() }
}
