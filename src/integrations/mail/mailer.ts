// Sends mail, one message at a time, as text and HTML, to the outbox folder or to an SMTP server.

import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter, TransportOptions } from 'nodemailer'
import { limits } from '../../contract/limits.ts'

export type OutgoingMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** The language of the text (BCP 47). */
  language?: string | null
  replyTo?: string
}

export interface Mailer {
  /** Sends one message; resolves once the transport has accepted it. Throws errors of the transport. */
  send(mail: OutgoingMail): Promise<{ where: string }>
  /** Removes the files of messages that were sent. */
  forget(ids: readonly string[]): Promise<void>
  /** Aborts the messages that are being sent: they fail and are sent again. */
  close(): void
}

/** The mailer of a MAIL_URL: `outbox:` writes .eml files into `folder`, anything else is an SMTP URL. */
export function createMailer(url: string, from: string, folder: string): Mailer {
  return url === 'outbox:' ? outboxMailer(from, folder) : smtpMailer(url, from)
}

/**
 * Connects to the server of a MAIL_URL, greets it and signs in, without sending anything. Throws errors of the transport. `outbox:` has
 * no server.
 */
export async function greetMailServer(url: string): Promise<void> {
  if (url === 'outbox:') return
  const transport = await onFirstUse({ url, ...smtpTimeouts })()
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function message(from: string, { id, to, subject, text, html, language, replyTo }: OutgoingMail) {
  return {
    from,
    // An address object is not parsed, so that a typed address cannot add a recipient or a header.
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    // The same at each attempt, so that readers recognise a mail that was sent twice.
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { 'auto-submitted': 'auto-generated', ...(language && { 'content-language': language }) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function domainOf(from: string): string {
  return /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'localhost'
}

/** Makes the transport for the first mail, so that a process without mail never loads the library. */
function onFirstUse(options: object): () => Promise<Transporter> {
  let transport: Promise<Transporter> | undefined
  return () => {
    transport ??= import('nodemailer').then(library => library.createTransport(options as TransportOptions))
    return transport
  }
}

function outboxMailer(from: string, folder: string): Mailer {
  const composer = onFirstUse({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message: text } = await (await composer()).sendMail(message(from, mail))
      await mkdir(folder, { recursive: true })
      const path = join(folder, `${mail.id}.eml`)
      // Links in mails open accounts, so no other user of the machine may read the file.
      try {
        await writeFile(`${path}.part`, text as Buffer, { mode: 0o600, flush: true })
        await rename(`${path}.part`, path)
      } catch (error) {
        // On a full disk, half a mail takes room.
        await rm(`${path}.part`, { force: true })
        throw error
      }
      return { where: path }
    },
    async forget(ids) {
      for (const id of ids) for (const end of ['', '.part']) await rm(join(folder, `${id}.eml${end}`), { force: true })
    },
    close() {},
  }
}

const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
/** Shorter than the lease of a mail, so that no two workers send the same mail. */
const sendTimeoutMs = 0.75 * limits.mailLeaseMs

function smtpMailer(url: string, from: string): Mailer {
  const transport = onFirstUse({ url, ...smtpTimeouts })
  const closing = new AbortController()
  return {
    async send(mail) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(sendTimeoutMs)])
      await (await transport()).sendMail({ ...message(from, mail), signal } as object)
      return { where: 'smtp' }
    },
    async forget() {},
    close() {
      closing.abort()
    },
  }
}
