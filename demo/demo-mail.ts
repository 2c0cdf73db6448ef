// Reads the owner's mail from the outbox folder.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { StepFailed } from './demo-terminal.ts'

const mailWaitMs = 30_000

/** The link in the mail to this address, from the outbox folder; null if the service sends mail elsewhere. */
export async function verificationLink(email: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  if (env.MAIL_URL && env.MAIL_URL !== 'outbox:') return null
  const folder = join(env.DATA_DIR || 'data', 'outbox')
  console.log(`   The mail is a file in ${folder}, because no mail server is set.`)
  const deadline = Date.now() + mailWaitMs
  const read = new Set<string>()
  while (Date.now() < deadline) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.eml') || read.has(name)) continue
      read.add(name)
      const { to, subject, text } = await PostalMime.parse(await readFile(join(folder, name)))
      const link = /^https?:\/\/\S+\/account\/verify\?t=\S+$/m.exec(text ?? '')?.[0]
      if (!to?.some(({ address }) => address === email) || !link) continue
      console.log(`   ${name}: ${subject}`)
      return link
    }
    await sleep(200)
  }
  throw new StepFailed(
    `no mail to ${email} appeared in ${folder} within ${mailWaitMs / 1000} s. Does a worker run, and do DATA_DIR and MAIL_URL say here what they say to the service?`,
  )
}
