// Judges the handle and the name of a sign-up: fixed rules and lists refuse what is clear; they and the embedded model ask for a person.
import { invalid } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { handleFrom, isReserved } from '../../domain/accounts/handle.ts'
import type { NameFinding } from '../../domain/review/name-findings.ts'
import { type JudgedName, judgeHandle, judgeOwnersName } from '../../moderation/names/judge-name.ts'
import type { Platform } from '../platform.ts'
import { listedName } from './listed-names.ts'

/** The categories under which the embedded model is asked about a name: those whose words do harm by themselves. */
const asked = [
  ...['hate', 'harassment', 'violence-threat', 'extremism', 'sexual-content', 'child-safety', 'human-exploitation'],
  ...['illegal-goods', 'weapons'],
]
/** From this probability on a person looks at a name. It has few words, so the model alone never refuses it. */
const lookedAtFrom = 0.5

export type NamesGiven = { name: string; handle?: string | undefined }

/** `handle`: the one to sign up with, empty where a neutral one is to be made. `found`: what a person is to look at. */
export type NamesJudged = { handle: string | undefined; found: NameFinding[] }

/**
 * Judges the names of a sign-up. Throws `invalid` with what is wrong and what would be right when one clearly poses or is abusive. A
 * handle that would be made from a name that poses is left out; a reserved one is left to the sign-up, where it is taken. Names go to no
 * language model: they are personal data.
 */
export async function judgeNames(platform: Platform, site: SiteId, { name, handle }: NamesGiven): Promise<NamesJudged> {
  const own = namesOfOperator(platform)
  const made = handle ?? handleFrom(name) ?? undefined
  const listed = (member: NameFinding['member'], text: string) => listedName(platform, site, { member, text })
  const ofHandle =
    made === undefined || isReserved(made) ? null : graver(judgeHandle(made, own), await listed('handle', made))
  const ofName = graver(judgeOwnersName(name), await listed('name', name))
  if (ofName?.certain) throw refused('/name', ofName, rightName)
  if (ofHandle?.certain && handle !== undefined)
    throw refused('/handle', ofHandle, 'Choose another, or leave it out to get one made from the name')
  const neutral = handle === undefined && ofHandle !== null
  const found = [...(neutral || ofHandle === null ? [] : [ofHandle]), ...(ofName === null ? [] : [ofName])]
  const given = handle ?? (neutral ? undefined : made)
  if (found.length === 0)
    found.push(
      ...(await byModel(
        platform,
        site,
        [given?.replaceAll('_', ' '), name].filter(text => text !== undefined),
      )),
    )
  return {
    handle: handle ?? (neutral ? neutralHandle : undefined),
    found: found.map(({ member, category, what }) => ({ member, category, what })),
  }
}

/**
 * Judges the new name or the new handle of an account. Throws `invalid` with what is wrong and what would be right; returns what a person
 * is to look at.
 */
export async function judgeChange(
  platform: Platform,
  site: SiteId,
  { member, text }: { member: NameFinding['member']; text: string },
): Promise<NameFinding[]> {
  const ruled = member === 'name' ? judgeOwnersName(text) : judgeHandle(text, namesOfOperator(platform))
  const judged = graver(ruled, await listedName(platform, site, { member, text }))
  if (judged?.certain && !(member === 'handle' && isReserved(text)))
    throw refused(`/${member}`, judged, member === 'name' ? rightName : 'Choose another')
  const found = judged ? [judged] : await byModel(platform, site, [text.replaceAll('_', ' ')])
  return found.map(({ category, what }) => ({ member, category, what }))
}

/** What the rules say of a name, unless only the lists are certain. */
const graver = (ruled: JudgedName | null, listed: JudgedName | null): JudgedName | null =>
  ruled === null || (listed?.certain && !ruled.certain) ? listed : ruled

const rightName = 'Give the name that the owner goes by'
const namesOfOperator = ({ operator }: Platform) => (operator.name === null ? [] : [operator.name])

/** Asks for a handle that says nothing. */
const neutralHandle = ''

/** What the embedded model sees in the handle and in the name, each a text of its own. */
async function byModel({ reader }: Platform, site: SiteId, texts: readonly string[]): Promise<JudgedName[]> {
  const found: JudgedName[] = []
  for (const [i, body] of texts.entries()) {
    const { categories } = await reader.judge({ site, title: null, body, details: null, topics: [], urls: [] }, null)
    const [category = '', share = 0] = asked
      .map(id => [id, categories[id] ?? 0] as const)
      .reduce((most, each) => (each[1] > most[1] ? each : most))
    const member = texts.length > 1 && i === 0 ? 'handle' : 'name'
    const what = `The model gives it a probability of ${share.toFixed(2)}.`
    if (share >= lookedAtFrom) found.push({ member, category, what, certain: false })
  }
  return found
}

const refused = (at: string, { category, what }: JudgedName, instead: string) =>
  invalid([`${at}: is refused as ${category}: ${what} ${instead}.`])
