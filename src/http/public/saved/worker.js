// The service worker of readers who have saved something. It keeps the pages of saved posts, the list of them, and the files that
// these pages use. While the network answers, its answer is the one that is shown; what is kept stands in for it only without one.
const name = 'handbill-saved-1'
const scope = /** @type {any} */ (self)

/** @typedef {{ request: Request, data: { keep?: string[], drop?: string[], end?: boolean }, ports: MessagePort[], waitUntil(done: Promise<unknown>): void, respondWith(answer: Promise<Response>): void }} WorkerEvent */

/** Pages of posts and their files, the list of saved posts, home pages, and files whose name has their hash. Nothing else is looked at. */
const looked = /^(?:\/[A-Za-z]{2,3}(?:-[A-Za-z]+)*)?\/(?:p\/[^/]+|saved\/)?$|^\/assets\/[^/]+$/
const home = /^((?:\/[A-Za-z]{2,3}(?:-[A-Za-z]+)*)?)\/$/
/** How long a page that is to be kept may take, in milliseconds. */
const mostMs = 30_000
const open = () => caches.open(name)
const same = { ignoreVary: true }
/** What is kept at a path. A look makes no cache where there is none. */
const keptAt = (/** @type {string} */ path) => caches.match(path, { ...same, cacheName: name })

/** @type {Promise<unknown>} */
let last = Promise.resolve()

/**
 * One change of what is kept follows the other: a page that was asked for before everything was dropped is not kept after it.
 * @param {() => Promise<unknown>} change
 */
function inTurn(change) {
  const done = last.then(change)
  last = done.catch(() => {})
  return done
}

scope.addEventListener('install', () => scope.skipWaiting())

scope.addEventListener('activate', (/** @type {WorkerEvent} */ event) => {
  event.waitUntil(Promise.all([scope.clients.claim(), inTurn(() => drop(of => of !== name).then(renew))]))
})

scope.addEventListener('fetch', (/** @type {WorkerEvent} */ event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || search !== '' || !looked.test(pathname)) return
  if (home.test(pathname) && request.mode !== 'navigate') return
  event.respondWith(answer(event, pathname))
})

scope.addEventListener('message', (/** @type {WorkerEvent} */ event) => {
  event.waitUntil(inTurn(() => obey(event)))
})

/** @param {WorkerEvent} event */
async function obey({ data: { keep = [], drop: dropped = [], end = false }, ports: [port] }) {
  const answers = await Promise.all([...keep.map(path => keepPath(path).catch(() => false)), ...dropped.map(dropPath)])
  if (end) await drop(() => true)
  port?.postMessage(answers)
  if (!end) await tidy()
}

/**
 * The answer of the network; without one, what is kept, and the list of saved posts in place of a home page.
 * @param {WorkerEvent} event
 * @param {string} path
 */
async function answer(event, path) {
  try {
    const response = await fetch(event.request)
    const copy = response.clone()
    event.waitUntil(inTurn(() => renewed(path, copy)))
    return response
  } catch (error) {
    const kept = await keptAt(path)
    if (kept) return kept
    const [, prefix] = home.exec(path) ?? []
    const list = `${prefix}/saved/`
    if (prefix !== undefined && (await keptAt(list))) return Response.redirect(list)
    throw error
  }
}

/**
 * Puts an answer in the place of the kept one; of a post that is not public any more nothing stays.
 * @param {string} path
 * @param {Response} response
 */
async function renewed(path, response) {
  const kept = await keptAt(path)
  if (!kept) return
  if (response.status === 404 || response.status === 410) await dropPath(path)
  if (isWhole(response) && typeOf(response) === typeOf(kept)) await keepAnswer(path, response)
}

const typeOf = (/** @type {Response} */ response) => response.headers.get('content-type')
const isWhole = (/** @type {Response} */ response) => response.status === 200 && !response.redirected

/**
 * Keeps what is at a path, with the files that it names; false if it cannot be had.
 * @param {string} path
 * @returns {Promise<boolean>}
 */
async function keepPath(path) {
  if (path.startsWith('/assets/') && (await keptAt(path))) return true
  // What comes after it waits for this page.
  const asked = { cache: 'no-cache', signal: AbortSignal.timeout(mostMs) }
  const response = await fetch(path, /** @type {RequestInit} */ (asked)).catch(() => /** @type {Response} */ (null))
  if (!response || !isWhole(response)) return false
  return keepAnswer(path, response)
}

/**
 * @param {string} path
 * @param {Response} response
 * @returns {Promise<boolean>}
 */
async function keepAnswer(path, response) {
  const named = await filesNamed(response)
  const cache = await open()
  await cache.put(path, response)
  return (await Promise.all(named.map(keepPath))).every(Boolean)
}

const aFile = /\/assets\/[\w.-]+/g

/**
 * The files that a page or a script names. Those of a stylesheet are fonts, of which a page needs few: it tells which.
 * @param {Response} response
 */
async function filesNamed(response) {
  if (!/html|javascript/.test(typeOf(response) ?? '')) return []
  return [...new Set((await response.clone().text()).match(aFile) ?? [])]
}

/** @param {string} path */
async function dropPath(path) {
  const cache = await open()
  return cache.delete(path, same)
}

/** Asks anew for every kept page: the files that it names may have other names in this version. */
async function renew() {
  const cache = await open()
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  await Promise.all(paths.filter(path => !path.startsWith('/assets/')).map(keepPath))
  await tidy()
}

/** Drops the files that no kept page, stylesheet or script names. */
async function tidy() {
  const cache = await open()
  const named = new Set()
  const requests = await cache.keys()
  for (const request of requests) {
    const response = await cache.match(request, same)
    if (!/html|css|javascript/.test(typeOf(response) ?? '')) continue
    for (const file of (await response.text()).match(aFile) ?? []) named.add(file)
  }
  for (const request of requests) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/assets/') && !named.has(pathname)) await cache.delete(request, same)
  }
}

/**
 * Drops caches of saved posts. Older forms of what is kept have another name.
 * @param {(of: string) => boolean} which
 */
async function drop(which) {
  for (const of of await caches.keys()) if (of.startsWith('handbill-') && which(of)) await caches.delete(of)
}
