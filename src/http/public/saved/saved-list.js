// Fills the page of saved posts from the pages that are kept: what changed since, what is no longer public, and one calendar of all.
import { ask, filesUsed, forget, saved, versionOf } from './store.js'

/** @type {HTMLElement} */
const place = document.querySelector('#saved')
const { changed, gone, remove, calendar, empty } = place.dataset
const cards = document.createElement('ul')
cards.className = 'cards'

/**
 * @param {string} tag
 * @param {string} text
 * @param {string} [className]
 */
function element(tag, text, className = '') {
  const made = document.createElement(tag)
  made.textContent = text
  made.className = className
  return made
}

/** @typedef {import('./store.js').Saved} Saved */

/**
 * The page of a post, from the network or as kept: `gone` where it is no longer public, null where it cannot be had.
 * @param {Saved} post
 */
async function pageOf({ path }) {
  // Not what the browser has kept for a moment.
  const answer = await fetch(path, { cache: 'no-cache' }).catch(() => /** @type {Response} */ (null))
  if (answer?.status === 404 || answer?.status === 410) return 'gone'
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
}

/**
 * The card of a post, and the instant at which it begins.
 * @param {Saved} post
 * @param {Document} page
 * @param {boolean} isChanged
 */
function cardOf(post, page, isChanged) {
  const meta = /** @type {HTMLMetaElement} */ (page.querySelector('meta[property="og:title"]'))
  const title = meta?.content ?? page.title
  const time = page.querySelector('article .details time')
  const where = page.querySelector('article .p-location')
  const item = document.createElement('li')
  const card = element('article', '', 'card')
  const link = /** @type {HTMLAnchorElement} */ (element('a', title))
  link.href = post.path
  const heading = element('h2', '')
  heading.dir = 'auto'
  heading.append(link)
  const facts = element('div', '', 'facts')
  if (time) facts.append(element('p', time.textContent, 'when'))
  if (where) facts.append(element('p', where.textContent))
  card.append(heading, facts)
  if (isChanged) card.append(element('p', changed, 'changed'))
  const drop = /** @type {HTMLButtonElement} */ (element('button', remove, 'secondary outline'))
  drop.type = 'button'
  drop.setAttribute('aria-label', `${remove}: ${title}`)
  drop.addEventListener('click', async () => {
    item.remove()
    await forget(post.id)
    finish()
  })
  const keeping = element('div', '', 'keeping')
  keeping.append(drop)
  card.append(keeping)
  item.append(card)
  const start = Date.parse(page.querySelector('article .dt-start')?.getAttribute('datetime') ?? '')
  return { item, start }
}

/** What is below the cards: the calendar, or that there is nothing. */
function finish() {
  place.querySelector('.actions')?.remove()
  const none = cards.children.length === 0
  place.querySelector('.empty')?.remove()
  if (none) return place.append(element('p', empty, 'empty'))
  if (!calendar) return
  const bar = element('p', '', 'actions')
  const all = /** @type {HTMLButtonElement} */ (element('button', calendar))
  all.type = 'button'
  all.addEventListener('click', downloadCalendar)
  bar.append(all)
  place.append(bar)
}

/** Saves one calendar file with the entries of every saved post, made of their own files. */
async function downloadCalendar() {
  const files = await Promise.all(saved().map(({ id }) => fetch(`/p/${id}.ics`).then(textOf, () => '')))
  const blocks = (/** @type {string} */ kind) => {
    const block = new RegExp(`BEGIN:${kind}\\r\\n[\\s\\S]*?END:${kind}\\r\\n`, 'g')
    return files.flatMap(file => [...(file.match(block) ?? [])])
  }
  const first = files.find(file => file !== '') ?? ''
  const [head] = /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:[\s\S]*?\r\n(?! )/.exec(first) ?? []
  if (!head) return
  // A zone that several posts have stands once.
  const text = [head, ...new Set(blocks('VTIMEZONE')), ...blocks('VEVENT'), 'END:VCALENDAR\r\n'].join('')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }))
  link.download = 'saved.ics'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** @param {Response} answer */
const textOf = answer => (answer.ok ? answer.text() : '')

/** @param {Saved} post */
async function read(post) {
  const page = await pageOf(post)
  if (page === null || page === 'gone') return { post, isGone: page === 'gone', card: null }
  const version = await versionOf(post.id).catch(() => post.version)
  return { post, isGone: false, card: cardOf(post, page, version !== post.version) }
}

async function fill() {
  const found = await Promise.all(saved().map(read))
  const shown = found.map(({ card }) => card).filter(card => card !== null)
  if (shown.every(({ start }) => !Number.isNaN(start))) shown.sort((a, b) => a.start - b.start)
  cards.append(...shown.map(({ item }) => item))
  place.replaceChildren(cards)
  for (const { post } of found.filter(({ isGone }) => isGone)) {
    const told = element('p', gone, 'notice')
    told.setAttribute('role', 'status')
    place.prepend(told)
    await forget(post.id)
  }
  finish()
  const files = saved().flatMap(({ id }) => (calendar ? [`/p/${id}.ics`] : []))
  if (saved().length > 0 && navigator.onLine) await ask({ keep: [location.pathname, ...files, ...filesUsed()] })
}

void fill()
