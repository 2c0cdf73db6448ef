// The post of an item as plain text with highlighted marks: the first of the three regions.
import { siteRow } from '../../contract/sites.ts'
import type { itemContext } from '../../usecases/review/item-context.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { type Cover, coverNote, underCover } from './cover.ts'
import { type PassageMarks, plain, shownText } from './plain-text.ts'
import { at } from './words.ts'

export type Context = Awaited<ReturnType<typeof itemContext>>
export type ReviewedText = Context['text']

/** The marks of a text: the passage that led the model to its verdict, the part that a rejection named, links. */
export function marksOf({
  text,
  rejection,
}: {
  text: Pick<Context['text'], 'verdict' | 'flags'>
  rejection: Context['rejection']
}): PassageMarks {
  const { part, model } = (text.verdict ?? {}) as { part?: string; model?: string }
  const named = rejection?.statement.part
  return {
    passages: [
      ...(part ? [{ text: part, by: model ?? 'the model' }] : []),
      ...(named && named !== part ? [{ text: named, by: 'named in the rejection' }] : []),
    ],
    links: text.flags.some(flag => /link/.test(flag)),
  }
}

export function postRegion(context: Context, cover: Cover, translation: Html | null = null): Html {
  if (context.name) return nameRegion(context, context.name, cover)
  if (context.message) return messageRegion(context, context.message, { cover, translation })
  const { text, kind } = context
  const marks = marksOf(context)
  const about = kind === 'report' ? 'What readers see' : context.edit ? 'The edit' : 'The post'
  return html`<section id="post" class="region" aria-labelledby="post-title" tabindex="-1">
<h2 id="post-title">${about}</h2>
${coverNote(cover, text)}${underCover(cover, 'the text', html`${context.published && changesOf(context.published, text)}${textOf(text, marks, translation)}`)}
</section>`
}

/** A message as plain text, and below it the post that it answers. */
function messageRegion(
  { text, site }: Context,
  about: About,
  { cover, translation }: { cover: Cover; translation: Html | null },
): Html {
  const { is_reply, from, to, post_status, fields, reported, note } = about
  const sender = from === null ? 'a reader without an account' : `@${from}`
  const nothing = { passages: [], links: false }
  const post = { ...text, fields: fields ?? text.fields }
  return html`<section id="post" class="region" aria-labelledby="post-title" tabindex="-1">
<h2 id="post-title">${reported ? 'The reported message' : is_reply ? 'The answer to a message' : 'The message'}</h2>
<p class="small">From ${sender} to ${to === null ? 'the sender of the message' : `@${to}`}, by mail${reported && ' already'}. ${reported ? 'This copy' : 'Its text'} is deleted with the decision.</p>
${coverNote(cover, text)}${underCover(cover, 'the message', html`<div class="words">${shownText(String(text.fields.message ?? ''), marksOf({ text, rejection: null }))}</div>${translation}`)}
${
  note !== null &&
  html`<div class="part"><h3>What its recipient says</h3><div class="said"><bdi>${plain(note)}</bdi></div></div>
`
}<details class="fold before" open><summary>The post that it is about, in ${site}: ${post_status ?? 'gone'}</summary>
${fields ? textOf(post, nothing) : html`<p>The text was erased.</p>`}
</details>
</section>`
}

/** Handle and name of an account, and what speaks against them. */
function nameRegion(
  { text }: Context,
  { handle, name, found, reports, reported }: NonNullable<Context['name']>,
  cover: Cover,
): Html {
  const nothing = { passages: [], links: false }
  return html`<section id="post" class="region" aria-labelledby="post-title" tabindex="-1">
<h2 id="post-title">Handle and name</h2>
${coverNote(cover, text)}${underCover(
  cover,
  'both',
  html`<div class="headline">${shownText(`@${handle}`, nothing)}</div>
<dl class="members"><div><dt>name</dt><dd>${shownText(name, nothing)} <span class="small">(not public)</span></dd></div>
</dl>`,
)}
<div class="part"><h3>What speaks against them</h3>
<ul class="lines">${found.map(
    ({
      member,
      category,
      what,
    }) => html`<li><strong>${member}: ${category}</strong> <span class="small">at sign-up</span><div class="said">${what}</div></li>
`,
  )}${reports.map(
    ({
      reason,
      details,
      at: when,
    }) => html`<li><strong>reported: ${reason}</strong> <span class="small">${at(when)}</span>${details !== null && html`<div class="said"><bdi>${plain(details)}</bdi></div>`}</li>
`,
  )}</ul>
${reported > reports.length && html`<p class="small">${reported} reports in all; the last ${reports.length} are shown.</p>`}</div>
</section>`
}

type About = NonNullable<Context['message']>

/** The members that an edit changes, and the public text. */
function changesOf(before: ReviewedText, after: ReviewedText): Html {
  const names = [...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])]
  const changed = names.filter(name => JSON.stringify(before.fields[name]) !== JSON.stringify(after.fields[name]))
  return html`<p class="small">It changes: ${changed.map((name, i) => [i > 0 && ', ', name.replaceAll('_', ' ')])}.</p>
<details class="fold before"><summary>What is published now</summary>
${textOf(before, { passages: [], links: false })}
</details>
`
}

/** A text with its title, body and other members, and its translation below the words. */
export function textOf(
  { site, fields }: Pick<ReviewedText, 'site' | 'fields'>,
  marks: PassageMarks,
  translation: Html | null = null,
): Html {
  const { title, body } = siteRow(site).text
  const texts = [title, body].filter((name): name is string => name !== null && fields[name] !== undefined)
  const rest = Object.entries(fields).filter(([name]) => !texts.includes(name))
  return html`${texts.map(
    name =>
      html`<div class="${name === title ? 'headline' : 'words'}">${shownText(String(fields[name] ?? ''), marks)}</div>\n`,
  )}${translation}${rest.length > 0 && html`<dl class="members">\n${rest.map(([name, value]) => html`<div><dt>${name.replaceAll('_', ' ')}</dt><dd>${memberOf(value, marks)}</dd></div>\n`)}</dl>`}`
}

/** A value as text, never as markup or a link. */
function memberOf(value: unknown, marks: PassageMarks): Html {
  if (typeof value === 'string') return shownText(value, marks)
  if (Array.isArray(value) && value.every(each => typeof each === 'string'))
    return html`${value.map((each, i) => [i > 0 && ', ', html`<bdi>${plain(each)}</bdi>`])}`
  if (Array.isArray(value)) return html`<ul>${value.map(each => html`<li>${memberOf(each, marks)}</li>`)}</ul>`
  if (typeof value === 'object' && value !== null)
    return html`${Object.entries(value).map(([name, each], i) => [i > 0 && ', ', `${name.replaceAll('_', ' ')}: `, typeof each === 'string' ? html`<bdi>${plain(each)}</bdi>` : memberOf(each, marks)])}`
  return html`${String(value)}`
}

/** The words of a text, whole and without marks; a long body is folded. */
export function wholeText({ site, fields }: Pick<ReviewedText, 'site' | 'fields'>): Html {
  return shownText(String(fields[siteRow(site).text.body] ?? ''), { passages: [], links: false })
}

/** A text in one line for lists: its title, or the beginning of its body. */
export function lineOf({ site, fields }: Pick<ReviewedText, 'site' | 'fields'>): Html {
  const { title, body } = siteRow(site).text
  const words = String(fields[title ?? body] ?? '')
  return html`<bdi>${plain(words.slice(0, 120))}${words.length > 120 && '…'}</bdi>`
}
