// The first stage of moderation: fixed rules that refuse what is certain and flag what the deciding model should look at.

import { siteRow } from '../../../src/contract/sites.ts'
import type { PostText } from '../../../src/domain/posts/post-text.ts'
import { webAddressesIn } from '../../../src/domain/text/web-addresses.ts'
import { isMisleading } from '../../../src/moderation/prefilter/links.ts'
import { fitsAnotherSite } from '../../../src/moderation/prefilter/other-site.ts'
import { announcesPastDates } from '../../../src/moderation/prefilter/past-dates.ts'
import { Survey } from '../../../src/moderation/prefilter/survey.ts'
import { contactDetail } from './contact-details.ts'
import { flatten, fold, mixesScripts, unmask, wholeText } from './fold.ts'
import { directionControls, hiddenText, strayInvisibles } from './hidden-text.ts'
import { injection, operativeStrength, softStrength } from './injection.ts'
import { gibberish, isLinkAlone, isPerhapsUnfilled, lowQuality } from './low-quality.ts'
import { holdsLink, mentionsPayment } from './risk-flags.ts'

export type Refusal = {
  code: 'low_quality' | 'contact-details' | 'prompt-injection'
  /** A category id of the policy. */
  category: string
  /** The id of the rule, one of `prefilterRules`. */
  rule: string
  /** Shown to the owner of the post. */
  reason: string
  /** True: penalised. False: refused for free. */
  abuse: boolean
}

export type PrefilterResult = { refusal: Refusal | null; flags: string[] }

type Flag = { name: string; what: string; raised: (post: PostText, flat: string) => boolean }

const flagRules: readonly Flag[] = [
  {
    name: 'external_links',
    what: 'A link in the text or in a URL field.',
    raised: post => post.urls.length > 0 || holdsLink(post),
  },
  { name: 'many_links', what: 'Four links or more.', raised: (_post, flat) => countAtLeast(flat, /https?:\/\//g, 4) },
  {
    name: 'shortened_link',
    what: 'A link through a redirect service.',
    raised: (post, flat) =>
      /(?<![\p{L}\p{N}.-])(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|ow\.ly|cutt\.ly|rb\.gy|shorturl\.at|tiny\.cc|rebrand\.ly|t\.ly|v\.gd)\/[\p{L}\p{N}]/u.test(
        [flat, ...post.urls.map(url => url.toLowerCase())].join(' '),
      ),
  },
  {
    name: 'misleading_link',
    what: 'A link whose host looks like another host.',
    raised: post => [...post.urls, ...webAddressesIn(wholeText(post)).map(({ href }) => href)].some(isMisleading),
  },
  {
    name: 'mentions_payment',
    what: 'Speaks of paying or of an amount of money.',
    raised: post => mentionsPayment(post),
  },
  {
    name: 'contact_details',
    what: 'An e-mail address or a phone number, on a site that allows it.',
    raised: post => !siteRow(post.site).relayed && contactDetail(wholeText(post), post.country ?? null) !== null,
  },
  {
    name: 'shouting',
    what: 'Mostly capitals, or strings of exclamation marks.',
    raised: post => isShouting(wholeText(post)),
  },
  {
    name: 'invisible_characters',
    what: 'Invisible characters that neither the script nor an emoji needs.',
    raised: post => strayInvisibles(wholeText(post)) > 0,
  },
  {
    name: 'many_invisible_characters',
    what: 'So many of them that they may carry a message.',
    raised: post => strayInvisibles(wholeText(post)) >= 16,
  },
  {
    name: 'direction_controls',
    what: 'Direction controls that hide nothing certain.',
    raised: post => directionControls(wholeText(post)),
  },
  {
    name: 'mixed_scripts',
    what: 'Words that mix lookalike letters of two scripts.',
    raised: post => mixesScripts(wholeText(post)),
  },
  {
    name: 'masked_words',
    what: 'Leetspeak or letters spaced out one by one.',
    raised: (_post, flat) =>
      /(?<![\p{L}\p{N}])(?:\p{L}[ ._*-]){4}\p{L}(?![\p{L}\p{N}])/u.test(flat) && unmask(flat) !== flat,
  },
  {
    name: 'html_markup',
    what: 'HTML tags or comments.',
    raised: (_post, flat) => /<(?:!--|\/?(?:a|b|br|div|font|iframe|img|p|script|span|style|svg)(?:[ >/]))/u.test(flat),
  },
  {
    name: 'looks_like_test',
    what: 'Calls itself a test.',
    raised: (_post, flat) =>
      /(?<![\p{L}])(?:this is (?:just |only )?a test|test (?:post|event|message|listing)|please ignore this|testing the api)(?![\p{L}])/u.test(
        flat,
      ),
  },
  { name: 'unfilled_field', what: 'It may hold a template field.', raised: isPerhapsUnfilled },
  { name: 'hardly_words', what: 'Its letters hardly form words.', raised: post => gibberish(post.body) !== null },
  { name: 'link_alone', what: 'Its text is a link.', raised: isLinkAlone },
  { name: 'past_dates', what: 'Days that are over.', raised: post => announcesPastDates(new Survey(post)) },
  { name: 'fits_another_site', what: 'For another site.', raised: post => fitsAnotherSite(new Survey(post)) },
  {
    name: 'very_short',
    what: 'Fewer than four words and fewer than 12 letters.',
    raised: (_post, flat) => isVeryShort(flat),
  },
]

/**
 * Reads a post by fixed rules (contract.md §9). Abuse is checked first: a post that is both abusive and empty is abusive.
 * Deterministic, and linear in the length of the text. The caller finds duplicates and near-duplicates.
 */
export function prefilter(post: PostText): PrefilterResult {
  const found = injection(post)
  return { refusal: abuse(post, found) ?? freeRefusal(post), flags: flagsOf(post, found) }
}

function abuse(post: PostText, found: ReturnType<typeof injection>): Refusal | null {
  const hidden = [post.title ?? '', post.body, post.details ?? '', ...post.urls]
    .map(hiddenText)
    .find(finding => finding !== null)
  if (hidden) return { code: 'prompt-injection', category: 'hidden-text', ...hidden, abuse: true }
  if (found.strength < operativeStrength) return null
  return { code: 'prompt-injection', category: 'prompt-injection', rule: found.rule, reason: found.reason, abuse: true }
}

function freeRefusal(post: PostText): Refusal | null {
  const low = emptyTalk(post)
  if (low) return low
  if (!siteRow(post.site).relayed) return null
  const topics = post.topics.map(topic => topic.replaceAll('-', ' '))
  const detail = contactDetail([wholeText(post), ...post.urls, ...topics].join('\n'), post.country ?? null)
  if (!detail) return null
  const noun = { email: 'an e-mail address', phone: 'a phone number', messenger: 'a name on a messenger' }[detail.kind]
  return {
    code: 'contact-details',
    category: 'contact-details',
    rule: detail.rule,
    reason: `The classified holds ${noun} (${detail.text}). Leave it out; readers answer through the relay.`,
    abuse: false,
  }
}

function emptyTalk(post: PostText): Refusal | null {
  const low = lowQuality(post)
  return low && { code: 'low_quality', ...low, abuse: false }
}

function flagsOf(post: PostText, found: ReturnType<typeof injection>): string[] {
  const flat = flatten(fold(wholeText(post)))
  const flags: string[] = []
  if (found.mentionsReaders || found.strength > 0) flags.push('addresses_ai_readers')
  if (found.strength >= softStrength) {
    if (!found.discussed) flags.push('possible_injection')
    if (found.discussed || found.mentioned) flags.push('discusses_prompt_injection')
  }
  for (const flag of flagRules) if (flag.raised(post, flat)) flags.push(flag.name)
  return flags
}

function countAtLeast(text: string, pattern: RegExp, least: number): boolean {
  let count = 0
  for (const _ of text.matchAll(pattern)) if (++count >= least) return true
  return false
}

function isShouting(text: string): boolean {
  if (/[!?]{4}/.test(text)) return true
  const upper = text.match(/\p{Lu}/gu)?.length ?? 0
  const lower = text.match(/\p{Ll}/gu)?.length ?? 0
  return upper >= 20 && upper > lower * 1.5
}

function isVeryShort(flat: string): boolean {
  // A dozen characters make a sentence in scripts that write a word with one or two.
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(flat))
    return flat.length < 5
  return flat.length < 12 && flat.split(' ').length < 4
}
