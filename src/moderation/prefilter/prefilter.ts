// The first stage of moderation: fixed rules that refuse certain cases and flag others for the deciding model.

import { type FlagName, flagBounds } from '../../contract/moderation/flags.ts'
import { siteRow } from '../../contract/sites.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import type { Refusal } from '../../domain/review/refusal.ts'
import { webAddressesIn } from '../../domain/text/web-addresses.ts'
import { contactDetailIn } from './contact-details.ts'
import { fold, mixesScripts, spellsOut } from './fold.ts'
import { Gate } from './gate.ts'
import { directionControls, hiddenText, strayInvisibles, zeroWidthScattered } from './hidden-text.ts'
import { type Injection, injection, operativeStrength, softStrength } from './injection.ts'
import { holdsLinkText, isMisleading } from './links.ts'
import { isLinkAlone, isPerhapsUnfilled, lowQuality, resemblesGibberish } from './low-quality.ts'
import { fitsAnotherSite } from './other-site.ts'
import { announcesPastDates } from './past-dates.ts'
import { mentionsPayment } from './risk-flags.ts'
import { Layer, Survey } from './survey.ts'

export type PrefilterResult = { refusal: Refusal | null; flags: FlagName[] }

/** The result of the rules on a text, and whether it has a link and mentions a payment. */
export type Findings = PrefilterResult & { linked: boolean; paid: boolean }

type Facts = Pick<Findings, 'linked' | 'paid'>
type Flag = { name: FlagName; raised: (survey: Survey, facts: Facts) => boolean }

const shortLink = new Gate(
  /(?<![\p{L}\p{N}.-])(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|ow\.ly|cutt\.ly|rb\.gy|shorturl\.at|tiny\.cc|rebrand\.ly|t\.ly|v\.gd)\/[\p{L}\p{N}]/u,
)
const markup = new Gate(/<(?:!--|\/?(?:a|b|br|div|font|iframe|img|p|script|span|style|svg)(?:[ >/]))/u)
const testTalk = new Gate(
  /(?<![\p{L}])(?:this is (?:just |only )?a test|test (?:post|event|message|listing)|please ignore this|testing the api)(?![\p{L}])/u,
)

const flagRules: readonly Flag[] = [
  {
    name: 'external_links',
    raised: ({ post }, { linked }) => post.urls.length > 0 || linked,
  },
  {
    name: 'many_links',
    raised: ({ open }) => open.flat.split(/https?:\/\//, flagBounds.links + 1).length > flagBounds.links,
  },
  {
    name: 'shortened_link',
    raised: ({ open, post }) => open.matches(shortLink) || post.urls.some(url => shortLink.test(url.toLowerCase())),
  },
  {
    name: 'misleading_link',
    raised: ({ post, whole }) => [...post.urls, ...webAddressesIn(whole).map(({ href }) => href)].some(isMisleading),
  },
  {
    name: 'mentions_payment',
    raised: (_, { paid }) => paid,
  },
  {
    name: 'contact_details',
    raised: ({ open, post }) => !siteRow(post.site).relayed && contactDetailIn(open, post.country ?? null) !== null,
  },
  {
    name: 'shouting',
    raised: isShouting,
  },
  {
    name: 'invisible_characters',
    raised: ({ plain, whole }) => !plain && strayInvisibles(whole, 1) > 0,
  },
  {
    name: 'many_invisible_characters',
    raised: ({ plain, whole }) => !plain && strayInvisibles(whole, zeroWidthScattered) >= zeroWidthScattered,
  },
  {
    name: 'direction_controls',
    raised: ({ plain, whole }) => !plain && directionControls(whole),
  },
  {
    name: 'mixed_scripts',
    raised: ({ plain, whole }) => !plain && mixesScripts(whole),
  },
  {
    name: 'masked_words',
    raised: ({ open }) => spellsOut(open.flat),
  },
  { name: 'html_markup', raised: ({ open }) => open.matches(markup) },
  { name: 'looks_like_test', raised: ({ open }) => open.matches(testTalk) },
  { name: 'unfilled_field', raised: isPerhapsUnfilled },
  { name: 'hardly_words', raised: resemblesGibberish },
  { name: 'link_alone', raised: isLinkAlone },
  { name: 'past_dates', raised: announcesPastDates },
  { name: 'fits_another_site', raised: fitsAnotherSite },
  {
    name: 'very_short',
    raised: ({ open }) => isVeryShort(open.flat),
  },
]

const injectionFlags = [
  'addresses_ai_readers',
  'possible_injection',
  'discusses_prompt_injection',
] as const satisfies readonly FlagName[]

/** The flags that the prefilter can raise. */
export const prefilterFlags: readonly FlagName[] = [...injectionFlags, ...flagRules.map(({ name }) => name)]

/** The id of the rule that raises a flag. */
export function flagId(flag: FlagName): string {
  return `PF-FLAG-${flag.toUpperCase().replaceAll('_', '-')}`
}

/**
 * Reads a post by fixed rules (contract.md §9). Abuse is checked first: a post that is both abusive and empty is abusive.
 * Deterministic, and linear in the length of the text. The caller looks for duplicates and near-duplicates.
 */
export function prefilter(post: PostText): PrefilterResult {
  const { refusal, flags } = findingsOf(new Survey(post))
  return { refusal, flags }
}

/** What the fixed rules find in a surveyed text. */
export function findingsOf(survey: Survey): Findings {
  const found = injection(survey)
  const facts = { linked: holdsLinkText(survey), paid: mentionsPayment(survey) }
  const refusal = abuse(survey, found) ?? freeRefusal(survey)
  return { refusal, flags: flagsOf(survey, found, facts), ...facts }
}

/** Reads a message to an author by the same rules, except that it may hold contact details. */
export function prefilterMessage(message: PostText): Pick<Findings, 'refusal' | 'flags'> {
  const survey = new Survey(message)
  const found = injection(survey)
  const facts = { linked: holdsLinkText(survey), paid: mentionsPayment(survey) }
  return { refusal: abuse(survey, found) ?? lowQualityRefusal(survey), flags: flagsOf(survey, found, facts) }
}

function abuse({ post, plain }: Survey, found: Injection): Refusal | null {
  const texts = plain ? post.urls : [post.title ?? '', post.body, post.details ?? '', ...post.urls]
  const hidden = texts.map(hiddenText).find(finding => finding !== null)
  if (hidden) return { code: 'prompt-injection', category: 'hidden-text', ...hidden, abuse: true }
  if (found.strength < operativeStrength) return null
  return { code: 'prompt-injection', category: 'prompt-injection', rule: found.rule, reason: found.reason, abuse: true }
}

function freeRefusal(survey: Survey): Refusal | null {
  const low = lowQualityRefusal(survey)
  if (low) return low
  const { post, open } = survey
  const { noun: kind, relayed } = siteRow(post.site)
  if (!relayed) return null
  const besides = [...post.urls, ...post.topics.map(topic => topic.replaceAll('-', ' '))]
  const layer = besides.length === 0 ? open : new Layer(() => `${open.folded}\n${fold(besides.join('\n'))}`)
  const detail = contactDetailIn(layer, post.country ?? null)
  if (!detail) return null
  const noun = { email: 'an e-mail address', phone: 'a phone number', messenger: 'a name on a messenger' }[detail.kind]
  return {
    code: 'contact-details',
    category: 'contact-details',
    rule: detail.rule,
    reason: `The ${kind} holds ${noun} (${detail.text}). Leave it out; readers answer through the relay.`,
    abuse: false,
  }
}

function lowQualityRefusal(survey: Survey): Refusal | null {
  const low = lowQuality(survey)
  return low && { code: 'low_quality', ...low, abuse: false }
}

function flagsOf(survey: Survey, found: Injection, facts: Facts): FlagName[] {
  const raised: FlagName[] = []
  if (found.mentionsReaders || found.strength > 0) raised.push('addresses_ai_readers')
  if (found.strength >= softStrength) {
    if (!found.discussed) raised.push('possible_injection')
    if (found.discussed || found.mentioned) raised.push('discusses_prompt_injection')
  }
  for (const flag of flagRules) if (flag.raised(survey, facts)) raised.push(flag.name)
  return raised
}

function isShouting({ whole, plain }: Survey): boolean {
  if (/[!?]{4}/.test(whole)) return true
  const upper = whole.match(plain ? /[A-Z]/g : /\p{Lu}/gu)?.length ?? 0
  if (upper < 20) return false
  const lower = whole.match(/\p{Ll}/gu)?.length ?? 0
  return upper > lower * 1.5
}

function isVeryShort(flat: string): boolean {
  if (flat.length >= flagBounds.letters) return false
  // In scripts with one or two characters a word, a dozen characters are a sentence.
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(flat))
    return flat.length < 5
  return flat.split(' ').length < flagBounds.words
}
