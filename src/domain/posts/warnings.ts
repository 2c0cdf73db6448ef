// Warns of what is allowed in a post and probably not meant: marks that readers see as text, a greeting of a model, another zone.
import type { Warning } from '../../contract/operations/warnings.ts'
import type { SiteRow } from '../../contract/sites.ts'
import { isObject } from '../is-object.ts'
import type { PlaceLookup } from '../places/location.ts'
import { show } from '../shape.ts'
import { isTimeZone, offsetAt } from '../times/zones.ts'
import type { PostFacts, PostFields } from './post.ts'
import { type MemberText, textsOf } from './post-text.ts'

type Text = { fields: PostFields; facts: Pick<PostFacts, 'times' | 'flags'> }

/** A sign in a text: its pattern, where it counts, and what is said of it. `found` is the part that matched. */
type Sign = {
  code: Warning['code']
  pattern: RegExp
  kinds?: readonly MemberText['kind'][]
  detail: (found: string) => string
  fix: string
}

const signs: readonly Sign[] = [
  {
    code: 'markdown',
    pattern:
      /\*\*[^*\n]{1,80}\*\*|(?<!_)__[\p{L}\p{N}][^_\n]{0,80}__(?!_)|^#{1,6} \S|\[[^\][\n]{1,80}\]\(https?:|```|^\|[^\n]{1,80}\|$/mu,
    kinds: ['title', 'body', 'detail'],
    detail: found => `${show(found)} is Markdown, and readers see its marks as they are: posts are plain text.`,
    fix: 'Leave the marks out; blank lines separate paragraphs.',
  },
  {
    code: 'html_markup',
    pattern: /<\/?(?:a|b|br|div|em|h[1-6]|i|img|li|p|span|strong|u|ul)(?:\s[^<>\n]{0,200})?\/?>/i,
    detail: found => `${show(found)} is HTML, and readers see it as it is: posts are plain text.`,
    fix: 'Leave the tags out; blank lines separate paragraphs.',
  },
  {
    code: 'escaped_text',
    pattern: /(?<![\\\p{L}])\\[nt](?![a-z])|\\u00[0-9a-f]{2}|(?<=[.!?,])\\n/iu,
    detail: found => `Readers see the signs ${show(found)} and no line break: the text was escaped twice.`,
    fix: 'Send a real line break, which JSON writes as \\n once.',
  },
  {
    code: 'html_entity',
    pattern: /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#x[0-9a-f]{1,5});/i,
    detail: found => `Readers see ${show(found)} as it is: posts are plain text.`,
    fix: 'Send the sign itself, such as & for &amp;.',
  },
  {
    code: 'line_break',
    pattern: /\n/,
    kinds: ['title'],
    detail: () => 'The title has a line break; lists and feeds show it on one line.',
    fix: 'Put a space or a colon there.',
  },
  {
    code: 'model_greeting',
    pattern:
      /(?<![\s\S])(?:(?:sure|certainly|of course|absolutely|great|okay|ok)\b[!,.:]{0,2} {0,2})?(?:here(?:'s| is| are|’s)|below is) (?:a|an|the|your|my|some)\b[^\n]{0,80}?(?:post|message|text|listing|ad|event|story|description|draft|version|announcement)\b[^\n]{0,60}:|(?<![\s\S])(?:sure|certainly|of course|absolutely)! |^as an ai\b|let me know if you(?:'d| would| want| need)[^\n]{0,60}(?:changes|adjust|revis|anything else)/imu,
    kinds: ['title', 'body'],
    detail: found => `${show(found)} reads like the answer of an assistant to its user, not like a post.`,
    fix: 'Send the post alone, without words to the person who asked for it.',
  },
]

const mostEmoji = 2
const mostMarks = 2

/** The warnings about a valid post. `lookup` knows the zone of its city. */
export async function warningsOf(site: SiteRow, { fields, facts }: Text, lookup: PlaceLookup): Promise<Warning[]> {
  const texts = textsOf(site, fields).filter(({ kind }) => kind !== 'url' && kind !== 'topic')
  return [
    ...texts.flatMap(signsIn),
    ...texts.flatMap(loudTitle),
    ...contradiction(site, fields),
    ...shortLink(site, facts),
    ...(await otherZone(site, { fields, facts }, lookup)),
  ]
}

function signsIn({ member, text, kind }: MemberText): Warning[] {
  return signs.flatMap(({ code, pattern, kinds, detail, fix }) => {
    const found = kinds && !kinds.includes(kind) ? null : pattern.exec(text)
    return found ? [{ code, at: `/${member}`, detail: detail(found[0]), fix }] : []
  })
}

function loudTitle({ member, text, kind }: MemberText): Warning[] {
  if (kind !== 'title') return []
  const emoji = text.match(/\p{Extended_Pictographic}/gu)?.length ?? 0
  const marks = text.match(/[!！]/g)?.length ?? 0
  if (emoji <= mostEmoji && marks <= mostMarks) return []
  const many = [
    ...(emoji > mostEmoji ? [`${emoji} emoji`] : []),
    ...(marks > mostMarks ? [`${marks} exclamation marks`] : []),
  ]
  const detail = `The title has ${many.join(' and ')}; readers and moderation take that for advertising.`
  return [{ code: 'loud_title', at: `/${member}`, detail, fix: 'Say what it is, in words.' }]
}

/** A value that another member contradicts. A price of nothing contradicts nothing. */
function contradiction({ contradiction: rule, noun }: SiteRow, fields: PostFields): Warning[] {
  if (!rule || fields[rule.member] !== rule.value) return []
  const other = fields[rule.beside]
  if (!isObject(other) || other.amount === 0) return []
  const detail = `The ${noun} has the ${rule.member} "${rule.value}" and also a ${rule.beside}; readers do not know which holds.`
  return [
    {
      code: 'contradiction',
      at: `/${rule.beside}`,
      detail,
      fix: `Leave "${rule.beside}" out, or choose another ${rule.member}.`,
    },
  ]
}

function shortLink({ text }: SiteRow, { flags }: Text['facts']): Warning[] {
  if (!flags.includes('shortened_link')) return []
  const detail =
    'A link goes through a redirect service. The flag blocks nothing, but moderation may reject a link that hides where it leads.'
  return [{ code: 'shortened_link', at: `/${text.body}`, detail, fix: 'Give the address to which the link leads.' }]
}

/** The clock of the zone differs from that of the city at a start. Zones with the same clock are the same to readers. */
async function otherZone({ timed }: SiteRow, { fields, facts }: Text, lookup: PlaceLookup): Promise<Warning[]> {
  const zone = timed ? fields[timed.zone] : undefined
  const id = fields.location?.city?.geonames_id
  if (!timed || typeof zone !== 'string' || id === undefined) return []
  const city = await lookup.byId(id)
  if (!city || !isTimeZone(city.timezone)) return []
  if (facts.times.every(({ startsAt }) => offsetAt(zone, startsAt) === offsetAt(city.timezone, startsAt))) return []
  const detail = `The times are shown in ${zone}, and clocks in ${city.name} keep ${city.timezone}, which shows another time then.`
  const fix = `Send "${city.timezone}" and times with its offset, unless the other zone is meant.`
  return [{ code: 'other_zone', at: `/${timed.zone}`, detail, fix }]
}
