// Reads the owner's mail out of the outbox folder.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StepFailed } from './demo-terminal.ts'

const mailWaitMs = 30_000

/** The link in the mail to this address, out of the outbox folder; null when mail goes elsewhere. */
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
      const mail = readMail(await readFile(join(folder, name)))
      const link = /^https?:\/\/\S+\/account\/verify\?t=\S+$/m.exec(mail.text)?.[0]
      if (!mail.to.includes(email) || !link) continue
      console.log(`   ${name}: ${mail.subject}`)
      return link
    }
    await sleep(200)
  }
  throw new StepFailed(
    `no mail to ${email} appeared in ${folder} within ${mailWaitMs / 1000} s. Does a worker run, and do DATA_DIR and MAIL_URL say here what they say to the service?`,
  )
}

/** The parts of a plain-text message that the demo reads. */
export function readMail(eml: Buffer): { to: string; subject: string; text: string } {
  const raw = eml.toString('latin1')
  const [head = '', body = ''] = raw.split(/\r?\n\r?\n(.*)/s)
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const header = (name: string) =>
    lines
      .find(line => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? ''
  const encoding = header('content-transfer-encoding').toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? fromQuotedPrintable(body)
        : Buffer.from(body, 'latin1')
  return { to: header('to'), subject: header('subject'), text: bytes.toString('utf8').replaceAll('\r\n', '\n') }
}

function fromQuotedPrintable(text: string): Buffer {
  const joined = text.replace(/[ \t]+$/gm, '').replace(/=\r?\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
