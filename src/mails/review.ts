// Mails about what people decided: an appeal, a report, the log of all decisions.
import { limits } from '../contract/limits.ts'
import type { ReportReason } from '../contract/moderation/report-reasons.ts'
import type { Operator } from '../contract/operator.ts'
import type { SiteRow } from '../contract/sites.ts'
import { dayMs } from '../contract/spans.ts'
import { siteValues } from '../domain/languages/site-values.ts'
import type { Tongue } from '../domain/languages/tongue.ts'
import { type LogEnd, logEndText } from '../domain/review/log-key.ts'
import { type Block, type Letter, letter, quoted, titleOf, toAccount } from './mail.ts'

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
): Letter {
  return letter(tongue => {
    const { say } = tongue
    const result = status === 'published' ? 'mail.appeal.granted' : 'mail.appeal.granted-out'
    return {
      subject: say('mail.appeal.subject', { handle }),
      blocks: [
        say('mail.appeal.told', { id: postId, handle }),
        { quote: said },
        say(granted ? result : 'mail.appeal.refused'),
        say('mail.appeal.answer'),
        { quote: message },
        toAccount(tongue, baseUrl),
      ],
    }
  })
}

/** A report in a mail to its reporter. */
export type ToldReport = {
  id: string
  postId: string
  /** What the post is called; null when its text was erased. */
  title: string | null
  site: SiteRow
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
): Letter {
  const all = [...decided, ...received]
  const [only] = all
  const waits = received.some(({ counted }) => !counted)
  return letter(tongue => {
    const { say } = tongue
    const first =
      only && all.length === 1
        ? say(only.complaint ? 'mail.reports.complained' : 'mail.reports.reported', { post: named(only, tongue) })
        : say('mail.reports.several', { count: all.length })
    return {
      subject: subjectOf(tongue, decided.length, received.length),
      blocks: [
        first,
        ...decided.flatMap(report => [...nameOf(report, all.length, tongue), ...decisionBlocks(report, tongue)]),
        ...received.flatMap(report => [...nameOf(report, all.length, tongue), ...receiptBlocks(report, tongue)]),
        ...(about.disputes && decided.some(({ state }) => state === 'dismissed')
          ? [say('redress.disputes', { body: `${about.disputes.name} (${about.disputes.url})` })]
          : []),
        ...(waits ? [timeWords(about.usualMs, tongue)] : []),
        say(waits ? 'mail.reports.later' : 'mail.reports.once-a-day'),
        say('mail.reports.not-you'),
      ],
    }
  })
}

function timeWords(usualMs: number | null, { say, about }: Tongue): string {
  if (usualMs === null) return say('report.step.time-unknown')
  return say('report.step.time', { days: limits.reportsMeasuredMs / dayMs, time: about(usualMs) })
}

function subjectOf({ say }: Tongue, decided: number, received: number): string {
  if (received === 0) return say('mail.reports.subject-decided', { count: decided })
  if (decided === 0) return say('mail.reports.subject-received', { count: received })
  return say('mail.reports.subject-both', { count: decided })
}

/** "the event “Jazz at the mill” (p_…)". */
const named = ({ title, site, postId }: ToldReport, { say }: Tongue) =>
  say('report.post', { ...siteValues(site), id: title === null ? postId : `${quoted(title)} (${postId})` })

/** The report by its post, where a mail is about several. */
const nameOf = (report: ToldReport, of: number, tongue: Tongue): string[] =>
  of === 1
    ? []
    : [
        tongue.say(report.complaint ? 'mail.reports.complaint-about' : 'mail.reports.report-of', {
          post: named(report, tongue),
        }),
      ]

const pageOf = ({ baseUrl, id }: ToldReport, { say }: Tongue): Block => ({
  link: `${baseUrl}/reports/${id}`,
  label: say('mail.reports.page'),
})

function resultOf({ state, site, category }: ToldReport, tongue: Tongue): string {
  const { say } = tongue
  const values = siteValues(site)
  if (state === 'dismissed') return say('report.no-action', values)
  if (state === 'withdrawn') return say('report.withdrawn', values)
  if (state === 'open') return say('report.thanks', values)
  return category === null
    ? say('report.removed', values)
    : say('report.removed-under', { ...values, category: titleOf(tongue, category) })
}

function decisionBlocks(report: ToldReport, tongue: Tongue): Block[] {
  const { answer, complainUntil } = report
  const { say } = tongue
  return [
    resultOf(report, tongue),
    ...(answer === null ? [] : [say('report.explained'), { quote: answer }]),
    ...(complainUntil === null ? [] : [say('mail.reports.complain', { until: tongue.moment(complainUntil) })]),
    pageOf(report, tongue),
  ]
}

function receiptBlocks(report: ToldReport, tongue: Tongue): Block[] {
  const { reason, details, law, baseUrl, postId, site, counted: wasCounted } = report
  const { say } = tongue
  const shown = (text: string) => withoutAddresses(text, say('mail.reports.left-out'))
  return [
    say('mail.reports.arrived'),
    {
      facts: [
        [say('mail.reports.post'), `${baseUrl}/p/${postId}`],
        [say('report.why'), say(`reason.${reason}`)],
        ...(law === null ? [] : [[say('report.which-law'), shown(law)] as const]),
      ],
    },
    ...(details === null ? [] : [say('mail.reports.says'), { quote: shown(details) }]),
    say(wasCounted ? 'report.counted' : 'report.thanks', siteValues(site)),
    pageOf(report, tongue),
    say('mail.reports.keep'),
  ]
}

const isAddress = /:\/\/|@|[\p{L}\p{N}-]\.\p{L}{2}/u

/** A stranger's text without what mail programs make links of: somebody else may have had it mailed. */
function withoutAddresses(text: string, instead: string): string {
  return text.replace(/\S{1,2000}/g, word => (isAddress.test(word) ? instead : word))
}

/**
 * The mail with which the end of the log of decisions leaves the machine, in English. `day` is the UTC day on which it is sent.
 */
export function logEndMail(end: LogEnd, day: string, baseUrl: string): Letter {
  const { host } = new URL(baseUrl)
  return letter(() => ({
    subject: `The log of decisions of ${host}, ${day}`,
    blocks: [
      `Before ${day} (UTC) the log of decisions of ${host} had ${end.position} ${end.position === 1 ? 'entry' : 'entries'}. Its end:`,
      { quote: logEndText(end) },
      'Keep this mail: whoever cuts or rewrites the log later cannot change it. "handbill audit --end", followed by this end, says whether the log still has every entry up to it as it was.',
      'AUDIT_MAIL=none ends these mails; the log of the process still has the line.',
    ],
  }))
}
