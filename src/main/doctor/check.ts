// The form of a check of the doctor, and how one is run.
import type { Finding } from '../../cli/host.ts'
import type { Config } from '../../config.ts'
import type { Platform } from '../../usecases/platform.ts'

/** What checks look at. The platform is there once its database and its secret are fine; `mailTo` gets a test mail. */
export type Patient = { config: Config; mailTo: string | undefined }
export type OpenPatient = Patient & { platform: Platform }

type Result = Omit<Finding, 'check'>

export const fine = (says: string): Result => ({ state: 'ok', says })
export const doubtful = (says: string, fix: string): Result => ({ state: 'warn', says, fix })
export const broken = (says: string, fix: string): Result => ({ state: 'fail', says, fix })

/** The longest time of a check, milliseconds. */
const longestMs = 30_000

/** Runs a check; one that throws or takes too long fails, with `fix` as what to do. */
export async function run(check: string, fix: string, look: () => Promise<Result | Result[]>): Promise<Finding[]> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${longestMs / 1000} seconds`)), longestMs)
  try {
    return [await Promise.race([look(), late.promise])].flat().map(result => ({ check, ...result }))
  } catch (error) {
    return [{ check, ...broken(reasonOf(error), fix) }]
  } finally {
    clearTimeout(timer)
  }
}

/** The message of an error in one line, with its code and that of its cause. */
export function reasonOf(error: unknown): string {
  const { message, code, cause, errors } = error as Error & { code?: string; errors?: unknown[] }
  const inner = cause ?? errors?.[0]
  const own = message && code && !message.includes(code) ? `${message} (${code})` : message || code || String(error)
  const line = own.replace(/\s+/g, ' ').trim()
  return inner === undefined ? line : `${line}: ${reasonOf(inner)}`
}
