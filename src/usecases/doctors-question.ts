// The question by which `handbill doctor` learns over the network which installation answers, and what address it sees.
import { limits } from '../contract/limits.ts'
import type { Links } from './links.ts'

/** What a process tells the doctor of its own installation. */
export type DoctorsAnswer = {
  /** The same for every process with this secret. */
  installation: string
  /** The address by which the caller is counted, and that of the connection. */
  address: string
  peer: string
  /** Whether `address` was taken from a forwarded header. */
  trusted: boolean
  /** Whether the request had such a header. */
  forwarded: boolean
}

const text = (at: string) => `doctor/${at}`

/** A question that is signed with the secret of the installation. `now` is epoch ms. */
export function doctorsQuestion(links: Links, now: number): string {
  return `${now}.${links.seal(text(String(now)))}`
}

/** Whether a question comes from this installation, some minutes ago at most. `now` is epoch ms. */
export function isDoctorsQuestion(links: Links, question: unknown, now: number): boolean {
  const [, at, seal] = (typeof question === 'string' && /^(\d{1,16})\.([\w-]+)$/.exec(question)) || []
  return at !== undefined && Math.abs(now - Number(at)) < limits.doctorsQuestionMs && links.isSealOf(seal!, text(at))
}

/** The id of the installation. It says nothing about the secret. */
export const installationOf = (links: Links): string => links.pseudonym('installation').slice(0, 16)
