// Writes topics as topics: "#Night Life" as night-life, "walks, night" as a list, each once.
import type { BodyDraft } from './body-draft.ts'

const longestText = 400
const mostTopics = 40
const at = ['topics']

/** Corrects the topics. More topics than a post takes stay, since only their author knows which to drop. */
export function correctTopics(draft: BodyDraft): void {
  const given = draft.get(at)
  const listed = typeof given === 'string' ? split(given) : given
  if (!Array.isArray(listed) || listed.length > mostTopics || !listed.every(topic => typeof topic === 'string')) return
  const written = listed.map(topic => topicOf(topic))
  const unique = [...new Set(written)].filter(topic => topic !== '')
  if (unique.length === 0 || (Array.isArray(given) && JSON.stringify(unique) === JSON.stringify(given))) return
  draft.set(at, unique, 'Topics are a list of lower-case words with hyphens, each once.')
}

function split(text: string): string[] {
  if (text.length > longestText) return [text]
  if (/[,;\n|]/.test(text)) return text.split(/[,;\n|]/)
  return text.trim().startsWith('#') ? text.trim().split(/(?<!\s)\s+(?=#)/) : [text]
}

/** A topic in the form that posts take. A sign that is more than a space, as in "c++", leaves the topic as it is. */
function topicOf(text: string): string {
  if (text.length > longestText) return text
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .trim()
    .replace(/^#+/, '')
  if (!/^[a-z0-9 _\-.,/&'’]*$/.test(plain)) return text
  return plain
    .replace(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(part => part !== '')
    .join('-')
}
