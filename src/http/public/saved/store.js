// What a reader has saved: a list in this browser, which no server sees, and the questions to the worker that keeps the pages.

/**
 * A saved post: its id, the path of its page in the language of saving, and the version that the reader has seen last.
 * @typedef {{ id: string, path: string, version: string }} Saved
 */

const key = 'handbill-saved'

/** Saved posts at most; each is asked for again whenever the list is opened. */
export const most = 100

/** Whether this browser can keep pages: old browsers and addresses without TLS cannot. */
export const canKeep = 'serviceWorker' in navigator && 'caches' in window

/**
 * The saved posts, the latest first.
 * @returns {Saved[]}
 */
export function saved() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]')
  } catch {
    return []
  }
}

/** @param {Saved[]} posts */
export function write(posts) {
  localStorage.setItem(key, JSON.stringify(posts))
}

/** @type {Promise<unknown>} */
let last = Promise.resolve()

/**
 * What the worker did about paths: whether it has kept each. Registers the worker if there is none. One question follows the
 * other, so that an earlier one keeps nothing that a later one has dropped. `end` drops everything.
 * @param {{ keep: string[] } | { drop: string[] } | { end: true }} wanted
 * @returns {Promise<boolean[]>}
 */
export function ask(wanted) {
  const answer = last.then(() => askWorker(wanted))
  last = answer.catch(() => {})
  return answer
}

/** @type {typeof ask} */
async function askWorker(wanted) {
  await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = ({ data }) => resolve(data)
    active.postMessage(wanted, [port2])
  })
}

/** The files that this page has used: those that it names, and the fonts that it needed. */
export function filesUsed() {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}

/**
 * The version of a post: the instant of its last change. Throws for a post that is not public.
 * @param {string} id
 * @returns {Promise<string>}
 */
export async function versionOf(id) {
  const answer = await fetch(`/p/${id}.json`, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`${answer.status}`)
  const post = await answer.json()
  return post.updated_at ?? post.published_at
}

/**
 * Keeps a post with its calendar file and the page of the list; false where something was missing.
 * @param {Omit<Saved, 'version'>} post
 * @param {{ calendar: boolean, list: string }} site
 */
export async function keep({ id, path }, { calendar, list }) {
  try {
    const version = await versionOf(id)
    const files = [`/p/${id}.json`, ...(calendar ? [`/p/${id}.ics`] : []), list, ...filesUsed()]
    const [page] = await ask({ keep: [path, ...files] })
    if (!page) return false
    write([{ id, path, version }, ...saved().filter(other => other.id !== id)])
    return true
  } catch {
    return false
  }
}

/**
 * Forgets a post. With the last one the worker ends, and everything that it kept.
 * @param {string} id
 */
export async function forget(id) {
  const [post] = saved().filter(other => other.id === id)
  write(saved().filter(other => other.id !== id))
  if (saved().length > 0) {
    if (post) await ask({ drop: [post.path, `/p/${id}.json`, `/p/${id}.ics`] })
    return
  }
  const registration = await navigator.serviceWorker.getRegistration('/')
  if (!registration) return
  await ask({ end: true })
  await registration.unregister()
}
