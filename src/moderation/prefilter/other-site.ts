// Finds texts that read like posts for another site: offers among events, invitations among classifieds, discussion among both.
import { siteRow } from '../../contract/sites.ts'
import { Gate } from './gate.ts'
import type { Survey } from './survey.ts'

const offers =
  'selling|for sale|sale:|wts|to let|zu verkaufen|verkaufe|vendo|vends|a vendre|vende-se|se vende|te koop|verkoop|sprzedam|satilik|продам|продаю|出售|売ります|للبيع|فروشی|बिकाऊ'
const offered = new Gate(
  new RegExp(
    `^[^\\p{L}\\p{N}]{0,3}(?:${offers})(?![\\p{L}])[^\\n]|(?:for sale|zu verkaufen|te koop|a vendre)[^\\p{L}\\p{N}]{0,3}$`,
    'u',
  ),
)
/** A sale at a time and place is an event. */
const saleAsEvent =
  /auction|market|fair|jumble|bazaar|open day|house clearance|versteigerung|auktion|flohmarkt|basar|markt|subasta|mercado|mercad|vide[- ]?grenier|brocante|enchere|asta|mercatino|veiling|aukcj|targ|аукцион|ярмарк/u

const invites = new Gate(
  /(?:join us|we look forward to (?:meeting|seeing) you|doors (?:open )?(?:at )?\d|admission (?:is )?free|spectators|begins at \d|starts at \d{1,2}[:. ]|einlass ab|eintritt frei|herzlich eingeladen|entree libre|entrada libre|ingresso libero|wstep wolny)/u,
)
const atATime =
  /(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miercoles|jueves|viernes|sabado|domingo).{0,40}?(?:\d{1,2}[:.]\d{2}|\d ?(?:am|pm|a\.m|p\.m|uhr|h)(?![\p{L}]))/u
const isOffer =
  /[€£$₹]|\d ?(?:eur|euros?|usd|kr|zl|tl)(?![\p{L}])|(?<![\p{L}])(?:price|asking|sizes?|condition|used|pick[- ]?up|lessons?|hire|offer(?:ed|ing)?|rent|sell(?:ing)?|sale|swap|wanted|looking for|tickets?|seats?|charge|stall|job|room|per hour)(?![\p{L}])/u

/** A question to everybody, or an opinion that asks for the opinions of others. */
const asks = new Gate(
  /(?:(?:please )?(?:answer|reply|respond|comment)s? (?:fast|below|in the comments)|(?:answers|replies|comments) below|let me know (?:below|in the comments|what you (?:reckon|think))|what do you all think|write me what you think|(?<![\p{L}])discuss\.$)/u,
)

/** Whether the post reads like one for another site. A discussion belongs on the messages or stories site. */
export function fitsAnotherSite({ post, title, open }: Survey): boolean {
  const { elsewhere } = siteRow(post.site)
  if (title === null || elsewhere === null) return false
  if (open.matches(asks)) return true
  const text = open.flat
  if (elsewhere === 'offers') return offered.mayMatch(open.grams) && offered.test(title) && !saleAsEvent.test(text)
  return open.matches(invites) && atATime.test(text) && !isOffer.test(text)
}
