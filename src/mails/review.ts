// Mails about what people decided: an appeal, a report, the log of all decisions.
import { type LogEnd, logEndText } from '../domain/review/log-key.ts'
import { type Block, type Mail, mail, toAccount } from './mail.ts'

export type AnsweredAppeal = {
  postId: string
  /** The text of the appeal. */
  said: string
  granted: boolean
  /** The status of the post after the decision. */
  status: string
  /** The answer of the person who decided. */
  message: string
}

/** The mail that tells the owner how a person decided an appeal. The account page is at `baseUrl`. */
export function appealMail(
  { postId, said, granted, status, message }: AnsweredAppeal,
  { handle, baseUrl }: { handle: string; baseUrl: string },
): Mail {
  const result =
    status === 'published' ? 'The post is public.' : 'What was rejected stays out, and its fee is given back too.'
  return mail(`The answer to your appeal on @${handle}`, [
    `A person has read the appeal about the post ${postId} of the account @${handle}:`,
    { quote: said },
    granted
      ? `It was granted: the penalty and the strike, where there were any, are given back. ${result}`
      : 'It was refused: the decision stands.',
    'The answer:',
    { quote: message },
    toAccount(baseUrl),
  ])
}

export type DecidedReport = {
  id: string
  postId: string
  state: 'upheld' | 'dismissed' | 'withdrawn'
  /** The category that the post was removed under. */
  category: string | null
  /** The address of the site. */
  baseUrl: string
}

/**
 * The mail that tells a reporter how the reports of an address were decided, one or more. It quotes nothing of a report: the
 * address may be somebody else's.
 */
export function reportsMail(reports: readonly DecidedReport[]): Mail {
  const [only, ...others] = reports
  const each = reports.flatMap(({ id, postId, state, category, baseUrl }): Block[] => {
    const result = {
      upheld: `A person has decided: the post was removed${category === null ? '' : `, under the category ${category} of the policy`}.`,
      dismissed: 'A person has looked: the post breaks no rule and stays.',
      withdrawn: 'Its author has deleted the post before a person decided.',
    }[state]
    const page = { link: `${baseUrl}/reports/${id}`, label: 'The page of the report' }
    return others.length === 0 ? [result, page] : [`The post ${postId}:`, result, page]
  })
  if (only && others.length === 0)
    return mail('What came of your report', [
      `Somebody reported the post ${only.postId} and left this address to be told what came of it.`,
      ...each,
      'This is the only mail about it.',
    ])
  return mail(`What came of ${reports.length} reports`, [
    `Somebody reported ${reports.length} posts and left this address to be told what came of it.`,
    ...each,
    'An address gets at most one such mail a day, and one about each report.',
  ])
}

/** The mail with which the end of the log of decisions leaves the machine. `day` is the UTC day on which it is sent. */
export function logEndMail(end: LogEnd, day: string, baseUrl: string): Mail {
  const { host } = new URL(baseUrl)
  return mail(`The log of decisions of ${host}, ${day}`, [
    `Before ${day} (UTC) the log of decisions of ${host} had ${end.position} ${end.position === 1 ? 'entry' : 'entries'}. Its end:`,
    { quote: logEndText(end) },
    'Keep this mail: whoever cuts or rewrites the log later cannot change it. "handbill audit --end", followed by this end, says whether the log still has every entry up to it as it was.',
    'AUDIT_MAIL=none ends these mails; the log of the process still has the line.',
  ])
}
