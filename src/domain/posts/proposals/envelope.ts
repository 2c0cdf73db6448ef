// Takes a post out of what callers put around it: a code fence, a list of one, an object with a single member (contract.md §8).
import type { Correction } from '../../../contract/problems/proposal.ts'
import type { SiteRow } from '../../../contract/sites.ts'
import { isObject } from '../../is-object.ts'
import type { Members } from './body-draft.ts'
import { isParameter, memberMeant } from './member-names.ts'

/** The post in a body, the changes that took it out, and the path to it where it was inside an object. */
export type OpenedPost = { post: Members; changes: Correction[]; inside: string | null }

/** How many names of an object are looked at. */
const mostNames = 40

/** An object with more members is no post that anybody meant. */
const mostMembers = 200

const fenceMark = '```'

/** The text inside the first Markdown code fence of a text; null without a fence. */
export function fencedText(text: string): string | null {
  const start = text.indexOf(fenceMark)
  if (start < 0) return null
  const firstLine = text.indexOf('\n', start)
  const end = text.lastIndexOf(fenceMark)
  return firstLine < 0 || end <= firstLine ? null : text.slice(firstLine + 1, end).trim()
}

/** The name of the only member of a body, if the member holds a post; null for any other body. */
export function wrapperOf(site: SiteRow, body: unknown): string | null {
  if (!isObject(body)) return null
  const names = Object.keys(body).filter(name => !isParameter(name))
  const [name] = names
  if (names.length !== 1 || name === undefined || Object.hasOwn(site.body.properties, name)) return null
  const inner = Array.isArray(body[name]) && body[name].length === 1 ? body[name][0] : body[name]
  if (!isObject(inner)) return null
  const known = Object.keys(site.body.properties)
  return Object.keys(inner)
    .slice(0, mostNames)
    .some(each => memberMeant(site, each, known, true))
    ? name
    : null
}

/** The post in what was sent; null when there is none, or several, or it has very many members. `read` parses JSON and throws for what is no JSON. */
export function opened(site: SiteRow, sent: unknown, read: (text: string) => unknown): OpenedPost | null {
  const changes: Correction[] = []
  let value = sent
  if (typeof value === 'string') {
    const text = fencedText(value) ?? value
    try {
      value = read(text)
    } catch {
      return null
    }
    changes.push({
      at: '',
      why: 'The body is one JSON object, without a code fence, quotation marks or other text around it.',
    })
  }
  if (Array.isArray(value) && value.length === 1) {
    value = value[0]
    changes.push({ at: '/0', moved_to: '', why: 'A request takes one post, not a list.' })
  }
  const inside = wrapperOf(site, value)
  if (inside !== null) {
    const held = (value as Members)[inside]
    value = Array.isArray(held) ? held[0] : held
    changes.push({ at: `/${inside}`, moved_to: '', why: `The members of "${inside}" are the body itself.` })
  }
  return isObject(value) && Object.keys(value).length <= mostMembers ? { post: value, changes, inside } : null
}
