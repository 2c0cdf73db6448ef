// The context of an item: the appeal, reports, verdict, flags, near-duplicates, its author, and earlier decisions and notes.

import { limits } from '../../contract/limits.ts'
import { type FlagName, flagMeanings } from '../../contract/moderation/flags.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { accountAddress } from './account-address.ts'
import { bulkAddress, hasBulk } from './bulk.ts'
import { type Cover, underCover } from './cover.ts'
import { plain, shownText } from './plain-text.ts'
import { type Context, lineOf } from './post-region.ts'
import { addressOf } from './route.ts'
import { at } from './words.ts'

const nothing = { passages: [], links: false }
const scoresShown = 5

type Judged = {
  outcome?: string
  category?: string | null
  confidence?: number
  reason?: string
  why?: string
  model?: string
  held?: string[]
  scores?: Record<string, number>
}

export function contextRegion(context: Context, cover: Cover, coveredText: CoveredText): Html {
  return html`<section id="context" class="region" aria-labelledby="context-title">
<h2 id="context-title">Context</h2>
${appealed(context)}${rejected(context)}${reported(context, cover)}${judged(context, cover)}${flagged(context)}${alike(context, cover)}${written(context, coveredText)}${happened(context)}
</section>`
}

function part(title: string, body: Html): Html {
  return html`<div class="part">
<h3>${title}</h3>
${body}
</div>
`
}

function appealed({ appeal }: Context): Html | null {
  if (!appeal) return null
  const { state, message, submitted_at, answer } = appeal
  return part(
    state === 'open' ? 'The author appeals' : `An appeal was ${state}`,
    html`${shownText(message, nothing)}<p class="small">${at(submitted_at)}</p>${answer && html`<p>Answer:</p>${shownText(answer, nothing)}`}`,
  )
}

function rejected({ rejection }: Context): Html | null {
  if (!rejection) return null
  const { category, reason, penalized, statement } = rejection
  const by = { rule: 'a rule', model: 'the model', person: 'a person' }[statement.decided_by] ?? statement.decided_by
  return part(
    'The decision against it',
    html`<p><strong>${category}</strong> by ${by}${statement.rule && ` (${statement.rule})`}, ${penalized ? 'with a penalty and a strike' : 'without a penalty'}${statement.law && html`<br>${statement.law.note}`}</p>
${shownText(reason, nothing)}`,
  )
}

function reported({ reports, more_reports: more, counted_reports: counted }: Context, cover: Cover): Html | null {
  if (reports.length + counted === 0) return null
  return part(
    more === 0 ? `Reports (${reports.length})` : `Reports (${reports.length} of ${reports.length + more})`,
    html`${more > 0 && html`<p>A decision is about these. The others come back with the post.</p>\n`}${counted > 0 && html`<p>Only counted, because a person had dismissed the same: ${counted}.</p>\n`}<ul class="lines">${reports.map(report => html`<li>${reportLine(report, cover)}</li>\n`)}</ul>`,
  )
}

function reportLine(
  { reason, removed_as, complaint, details, created_at, ...stated }: Context['reports'][number],
  cover: Cover,
): Html {
  const { law, name, email, good_faith } = stated
  const known: [string, string | null][] = [
    ['Law', law],
    ['From', [name, email].filter(Boolean).join(', ') || null],
    ['Good faith', good_faith === null ? null : good_faith ? 'stated' : 'not stated'],
  ]
  return html`<strong>${reason}</strong> <span class="small">${complaint && 'a complaint about an earlier decision, '}${at(created_at)}${removed_as !== null && removed_as !== reason && `, removed as ${removed_as}`}</span>${details && underCover(cover, 'the details', shownText(details, nothing))}${known.map(([label, text]) => text !== null && html`<div class="small">${label}: <bdi>${plain(text)}</bdi></div>`)}`
}

/** What the model has said about a text. */
export function judged({ text, name }: JudgedText, cover: Cover): Html | null {
  // What was found about a name stands beside it.
  if (name !== null) return null
  if (text.verdict === null) return part('Verdict', html`<p>No model has judged this text.</p>`)
  const { outcome, category, confidence, reason, why, model, held = [], scores = {} } = text.verdict as Judged
  const best = Object.entries(scores)
    .sort(([, a], [, b]) => b - a)
    .slice(0, scoresShown)
  return part(
    'Verdict',
    html`${outcome && html`<p><strong>${outcome}</strong>${category && ` as ${category}`}${confidence !== undefined && `, confidence ${confidence}`}${model && html` <span class="small">${model}</span>`}</p>`}${held.length > 0 && html`<p><span class="badge">${held[0] === 'trusted' ? 'trusted' : `held: ${held.join(', ')}`}</span></p>`}
${(reason ?? why) && underCover(cover, 'the reason, which may quote', shownText(reason ?? why ?? '', nothing))}
${best.length > 0 && html`<ul class="scores" aria-label="Scores">${best.map(([name, score]) => html`<li><span>${name}</span> <meter min="0" max="1" value="${score}" aria-label="${name}"></meter> <span>${score.toFixed(2)}</span></li>\n`)}</ul>`}`,
  )
}

/** What fixed rules have noticed in a text. */
export function flagged({ text: { flags } }: { text: Pick<Context['text'], 'flags'> }): Html | null {
  if (flags.length === 0) return null
  const meanings: Record<string, string> = flagMeanings(flags as FlagName[])
  return part(
    'Flags',
    html`<ul class="lines">${[...new Set(flags)].map(flag => html`<li><strong>${flag.replaceAll('_', ' ')}</strong> <span class="small">${meanings[flag]}</span></li>\n`)}</ul>`,
  )
}

function alike({ near_duplicates: others, author, site, ...item }: Context, cover: Cover): Html | null {
  if (others.length === 0) return null
  return part(
    `Near-duplicates (${others.length})`,
    html`<ul class="lines">${others.map(({ id, account_id, submitted_at, fields }) => html`<li>${cover.covered ? 'Covered.' : lineOf({ site, fields })} <span class="small">${account_id === author?.account_id ? 'same author' : 'another author'}, ${at(submitted_at)}, <span class="id">${id}</span></span></li>\n`)}</ul>
${hasBulk(item) && html`<p><a href="${bulkAddress(item, 'alike')}">Decide those in review at once</a></p>`}`,
  )
}

type JudgedText = { text: Pick<Context['text'], 'verdict'>; name: Context['name'] }

type CoveredText = (text: Pick<Context['text'], 'verdict'>) => string | null

function written({ author, ...item }: Context, coveredText: CoveredText): Html | null {
  if (!author) return null
  const { handle, strikes, suspended, banned, since, record, latest } = author
  return part(
    item.kind === 'message' ? 'Sender' : item.kind === 'name' ? 'Account' : 'Author',
    html`<p><a href="${accountAddress(author.account_id)}"><strong>@${handle}</strong></a>${suspended && html` <span class="badge bad">suspended</span>`}${banned && html` <span class="badge bad">banned</span>`} <span class="small">since ${at(since)}</span></p>
<p>${strikes} of ${limits.strikesToBan} strikes. ${record.length === 0 ? 'No texts yet' : html`Texts: ${record.map(({ status, n }, i) => [i > 0 && ', ', `${n} ${status.replaceAll('_', ' ')}`])}`}.${
      hasBulk(item) &&
      record.some(({ status }) => status === 'review') &&
      html` <a href="${bulkAddress(item, 'author')}">Decide those in review at once</a>`
    }</p>
${latest.length > 0 && html`<details><summary>Other texts (${latest.length})</summary><ul class="lines">${latest.map(text => html`<li><a href="${addressOf({ kind: 'text', subject: text.id })}">${coveredText(text) ? `Covered: ${coveredText(text)}` : lineOf(text)}</a> <span class="small">${text.status.replaceAll('_', ' ')}, ${at(text.submitted_at)}</span></li>\n`)}</ul></details>`}`,
  )
}

function happened({ timeline }: Context): Html {
  return part(
    'Timeline',
    timeline.length === 0
      ? html`<p>There are no earlier decisions or notes.</p>`
      : html`<ol class="lines">${timeline.map(({ at: when, who, what, category, said }) => html`<li><strong>${what.replaceAll(/[-_]/g, ' ')}</strong>${category && ` (${category})`} <span class="small">${who}, ${at(when)}</span>${said && html`<div class="said"><bdi>${plain(said)}</bdi></div>`}</li>\n`)}</ol>`,
  )
}
