// Mail as the platform sees it: one plain-text message at a time, to the outbox folder or to an SMTP server.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'

export type Mail = { id: string; to: string; subject: string; text: string; replyTo?: string }

export interface Mailer {
  /** Sends one message; resolves once it has been taken over. Throws what the transport throws. */
  send(mail: Mail): Promise<{ where: string }>
  close(): void
}

/** The mailer of a MAIL_URL: `outbox:` writes .eml files into `folder`, anything else is an SMTP URL. */
export function createMailer(url: string, from: string, folder: string): Mailer {
  return url === 'outbox:' ? outboxMailer(from, folder) : smtpMailer(url, from)
}

function message(from: string, { id, to, subject, text, replyTo }: Mail) {
  return {
    from,
    // An address object is never parsed, so that nothing typed into it can add a recipient or a header.
    to: { name: '', address: to },
    subject,
    text,
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    messageId: `<${id}@handbill>`,
    headers: { 'auto-submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function outboxMailer(from: string, folder: string): Mailer {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message: text } = await composer.sendMail(message(from, mail))
      await mkdir(folder, { recursive: true })
      const path = join(folder, `${mail.id}.eml`)
      await writeFile(`${path}.part`, text as unknown as Buffer)
      await rename(`${path}.part`, path)
      return { where: path }
    },
    close() {},
  }
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport(url, {})
  return {
    async send(mail) {
      await transport.sendMail(message(from, mail))
      return { where: 'smtp' }
    },
    close: () => transport.close(),
  }
}
