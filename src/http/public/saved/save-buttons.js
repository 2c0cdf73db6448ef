// Adds to the page of a post, and to each card of a list, the button that saves the post in this browser; to the page of a post also
// the one that shares it. Pages are complete without it, and nothing is kept before a button was pressed.
import { canKeep, forget, keep, most, saved, versionOf } from './store.js'

/** @type {HTMLScriptElement} */
const script = document.querySelector('script[data-save]')
const { save, done, list, listPath, failed, full, share } = script.dataset
const site = { calendar: 'calendar' in script.dataset, list: listPath }

/** @param {string} text */
function button(text) {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = 'secondary outline'
  element.textContent = text
  return element
}

function linkToList() {
  const link = document.createElement('a')
  link.href = listPath
  link.textContent = list
  return link
}

const bar = /** @type {HTMLElement} */ (document.querySelector('article.post .keeping'))

/**
 * The button of one post.
 * @param {{ id: string, path: string }} post
 * @param {HTMLElement} place
 * @param {string} title
 */
function addButton(post, place, title) {
  const onPage = place === bar
  const isSaved = () => saved().some(({ id }) => id === post.id)
  const element = button(save)
  const told = document.createElement('span')
  told.setAttribute('role', 'status')
  const show = () => {
    element.textContent = isSaved() ? done : save
    element.setAttribute('aria-label', `${element.textContent}: ${title}`)
    element.classList.toggle('done', isSaved())
    told.replaceChildren()
    if (isSaved()) told.append(onPage ? linkToList() : done)
  }
  element.addEventListener('click', async () => {
    element.disabled = true
    const wasSaved = isSaved()
    const hasRoom = wasSaved || saved().length < most
    if (wasSaved) await forget(post.id)
    const kept = wasSaved || (hasRoom && (await keep(post, site)))
    element.disabled = false
    show()
    told.classList.toggle('failed', !kept)
    if (!kept) told.textContent = hasRoom ? failed : full
  })
  place.append(element, told)
  show()
}

if (bar && navigator.share) {
  const element = button(share)
  const title = document.querySelector('h1').textContent
  // The reader may close the dialog, which is no fault.
  element.addEventListener('click', () => navigator.share({ title, url: location.href }).catch(() => {}))
  bar.append(element)
}
if (canKeep) {
  const path = location.pathname
  const [, id] = /\/p\/([^/.]+)$/.exec(path) ?? []
  if (bar && id) {
    addButton({ id, path }, bar, document.querySelector('h1').textContent)
    void seen(id)
  }
  for (const card of document.querySelectorAll('.cards .card')) {
    /** @type {HTMLAnchorElement} */
    const link = card.querySelector('h2 a')
    const place = document.createElement('div')
    place.className = 'keeping'
    card.append(place)
    addButton({ id: link.pathname.split('/').at(-1), path: link.pathname }, place, link.textContent)
  }
}

// A page without TLS keeps nothing and shares nothing.
if (bar?.childElementCount === 0) bar.remove()

/**
 * The reader of a saved post has seen its changes.
 * @param {string} id
 */
async function seen(id) {
  const known = saved().find(post => post.id === id)
  const version = known && (await versionOf(id).catch(() => known.version))
  if (known && version !== known.version) await keep(known, site)
}
