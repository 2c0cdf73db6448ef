// Mails about what people decided: an appeal, a report, the log of all decisions.
import { type ReportReason, wordsOfReason } from '../contract/moderation/report-reasons.ts'
import type { Operator } from '../contract/operator.ts'
import { sentences } from '../contract/sentences.ts'
import { counted } from '../contract/words.ts'
import { type LogEnd, logEndText } from '../domain/review/log-key.ts'
import { moment } from '../domain/times/moment.ts'
import { type Block, type Mail, mail, quoted, toAccount } from './mail.ts'

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

/** A report in a mail to its reporter. */
export type ToldReport = {
  id: string
  postId: string
  /** What the post is called; null when its text was erased. */
  title: string | null
  /** The noun of the site. */
  noun: string
  /** The address of the site. */
  baseUrl: string
  state: 'open' | 'upheld' | 'dismissed' | 'withdrawn'
  reason: ReportReason
  details: string | null
  law: string | null
  /** The category that the post was removed under. */
  category: string | null
  /** The reason of the person who decided. */
  answer: string | null
  /** Whether it was only counted, because a person had dismissed the same before. */
  counted: boolean
  /** Whether it complains about the decision on another report. */
  complaint: boolean
  /** Until when its reporter can complain about the decision, epoch ms; null where there is nothing to complain about. */
  complainUntil: number | null
}

type About = {
  /** How long people usually take for a report, in milliseconds; null while nothing is known. */
  usualMs: number | null
  /** The body for disputes out of court that the operator names. */
  disputes: Operator['disputes']
}

/**
 * The mail that tells a reporter how the reports of an address were decided, and which have arrived. The address may be somebody
 * else's: what a report says is quoted in its receipt alone, without the addresses of pages and mailboxes in it.
 */
export function reportsMail(
  { decided, received }: { decided: readonly ToldReport[]; received: readonly ToldReport[] },
  about: About,
): Mail {
  const all = [...decided, ...received]
  const [only] = all
  const each = [
    ...decided.flatMap(report => [...nameOf(report, all.length), ...decisionBlocks(report)]),
    ...received.flatMap(report => [...nameOf(report, all.length), ...receiptBlocks(report)]),
  ]
  const waits = received.some(({ counted }) => !counted)
  return mail(subjectOf(decided.length, received.length), [
    only && all.length === 1
      ? `Somebody ${only.complaint ? 'complained about the decision on a report of' : 'reported'} ${named(only)} and left this address to be told what comes of it.`
      : `Somebody sent ${all.length} reports and left this address to be told what comes of them.`,
    ...each,
    ...(about.disputes && decided.some(({ state }) => state === 'dismissed')
      ? [sentences.disputes(about.disputes)]
      : []),
    ...(waits ? [sentences.reportTime(about.usualMs)] : []),
    `An address gets at most one mail a day about reports${waits ? ': the mail with the decision may come on a later day than the decision, and the page of the report has it first' : ''}.`,
    'If you have reported nothing, somebody else has given your address. Then do nothing.',
  ])
}

function subjectOf(decided: number, received: number): string {
  if (received === 0) return decided === 1 ? 'What came of your report' : `What came of ${decided} reports`
  if (decided === 0) return received === 1 ? 'Your report has arrived' : `${received} reports have arrived`
  return `What came of ${counted(decided, 'report')}, and what has arrived`
}

/** "the event “Jazz at the mill” (p_…)". */
const named = ({ title, noun, postId }: ToldReport) =>
  `the ${noun} ${title === null ? postId : `${quoted(title)} (${postId})`}`

/** The report by its post, where a mail is about several. */
const nameOf = (report: ToldReport, of: number): string[] =>
  of === 1 ? [] : [`${report.complaint ? 'The complaint about' : 'The report of'} ${named(report)}:`]

const pageOf = ({ baseUrl, id }: ToldReport): Block => ({
  link: `${baseUrl}/reports/${id}`,
  label: 'The page of the report',
})

function decisionBlocks(report: ToldReport): Block[] {
  const { state, category, answer, complainUntil } = report
  const results = {
    upheld: `A person has decided: the post was removed${category === null ? '' : `, under the category ${category} of the policy`}.`,
    dismissed: 'A person has looked: the post breaks no rule and stays.',
    withdrawn: 'Its author has deleted the post before a person decided.',
    open: 'Nobody has decided yet.',
  }
  return [
    results[state],
    ...(answer === null ? [] : ['The reason, in the words of the person who decided:', { quote: answer }]),
    ...(complainUntil === null ? [] : [sentences.mayComplain(moment(complainUntil))]),
    pageOf(report),
  ]
}

function receiptBlocks(report: ToldReport): Block[] {
  const { reason, details, law, baseUrl, postId, counted: wasCounted } = report
  return [
    'It has arrived.',
    {
      facts: [
        ['Post', `${baseUrl}/p/${postId}`],
        ['Reason', wordsOfReason(reason)],
        ...(law === null ? [] : [['Law', withoutAddresses(law)] as const]),
      ],
    },
    ...(details === null ? [] : ['It says:', { quote: withoutAddresses(details) }]),
    wasCounted ? sentences.reportCounted : sentences.reported,
    pageOf(report),
    'Whoever has the address of that page can read the report and the decision there: keep it to yourself.',
  ]
}

const isAddress = /:\/\/|@|[\p{L}\p{N}-]\.\p{L}{2}/u

/** A stranger's text without what mail programs make links of: somebody else may have had it mailed. */
function withoutAddresses(text: string): string {
  return text.replace(/\S{1,2000}/g, word => (isAddress.test(word) ? '[address left out]' : word))
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
