// The script of the console: keys, the reason from the policy, the countdown of an undo. The console works without it.
/** @param {Element} element */
const writes = element => element.matches('textarea, select, input:not([type=radio], [type=checkbox], [type=hidden])')
/** @type {HTMLDialogElement} */
const help = document.querySelector('#keys')
/** @type {HTMLFormElement} */
const form = document.querySelector('.decide')
/** @type {HTMLElement} */
const post = document.querySelector('#post')

// One key shows all that is covered, and covers it again.
const uncover = () => {
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const covers = document.querySelectorAll('details.cover')
  const open = [...covers].some(each => !each.open)
  for (const each of covers) each.open = open
}

/** @param {HTMLInputElement} element */
const choose = element => {
  if (element.localName === 'summary') return uncover()
  const folded = element.closest('details')
  if (folded) folded.open = true
  if (element.type !== 'radio') return element.matches('button, a') ? element.click() : element.focus()
  element.checked = true
  element.dispatchEvent(new Event('change', { bubbles: true }))
  document.getElementById(element.dataset.next).focus()
}
// Enter in an open list chooses from it, and browsers differ in whether they tell the page.
let listOpen = false
addEventListener('pointerdown', ({ target }) => {
  listOpen = target instanceof HTMLSelectElement
})
for (const event of ['change', 'focusin'])
  addEventListener(event, () => {
    listOpen = false
  })
addEventListener('keydown', event => {
  const { key } = event
  if (event.target instanceof HTMLSelectElement && (key === ' ' || event.altKey)) listOpen = true
  const target = /** @type {HTMLTextAreaElement} */ (event.target)
  if (event.isComposing || help.open) return
  if (key === 'Escape' && writes(target)) return post?.focus()
  const held = event.ctrlKey || event.metaKey
  if (listOpen && key === 'Enter') {
    listOpen = false
    return
  }
  // Enter in the closed list of categories sends, as it does on the button.
  if (key === 'Enter' && target.form && target.matches(held ? 'textarea, select, input, button' : '.decide select')) {
    event.preventDefault()
    return event.repeat || target.form.requestSubmit()
  }
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || writes(target)) return
  /** @type {HTMLInputElement} */
  const element =
    key === '?' ? null : !event.shiftKey && document.querySelector(`[data-key="${CSS.escape(key.toLowerCase())}"]`)
  if (!element && key !== '?') return
  event.preventDefault()
  if (element) choose(element)
  else help.showModal()
})
document.querySelector('[data-help]').addEventListener('click', event => {
  event.preventDefault()
  help.showModal()
})

/** @type {HTMLElement} */
const all = document.querySelector('[data-check]')
if (all) {
  all.parentElement.hidden = false
  all.addEventListener('click', () => {
    /** @type {NodeListOf<HTMLInputElement>} */
    const boxes = form.querySelectorAll(`[name="${all.dataset.check}"]`)
    const some = [...boxes].some(box => !box.checked)
    for (const box of boxes) box.checked = some
  })
}

// Shows the policy's text for the chosen category, and fills it in as the reason until the reviewer writes another.
/** @type {HTMLSelectElement} */
const category = document.querySelector('#category')
if (category) {
  /** @type {HTMLTextAreaElement} */
  const reason = document.querySelector('#reason')
  let given = ''
  const show = () => {
    const chosen = category.selectedOptions[0]
    /** @type {NodeListOf<HTMLElement>} */
    const texts = document.querySelectorAll('[data-category]')
    for (const each of texts) each.hidden = each.dataset.category !== category.value && category.value !== ''
    if (!reason || (reason.value !== '' && reason.value !== given)) return
    given = chosen.dataset.reason ?? ''
    reason.value = given
  }
  category.addEventListener('change', show)
  const action = /** @type {RadioNodeList} */ (form.elements.namedItem('action'))
  const refuses = () => action.value === form.dataset.refusal
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'action') return
    if (refuses()) show()
    else if (reason?.value === given) reason.value = given = ''
  })
  if (refuses()) show()
}

// A chosen answer is filled in at once.
/** @type {HTMLSelectElement} */
const saved = document.querySelector('#saved')
if (saved) {
  /** @type {HTMLElement} */
  const fill = document.querySelector('[value=fill]')
  fill.hidden = true
  saved.addEventListener('change', () => {
    const { answer } = saved.selectedOptions[0].dataset
    /** @type {HTMLTextAreaElement} */
    const reason = document.querySelector('#reason')
    if (answer === undefined) return
    reason.value = answer
    reason.focus()
  })
}

// Removes the banner when the decision can no longer be undone.
/** @type {NodeListOf<HTMLElement>} */
const banners = document.querySelectorAll('[data-left]')
for (const banner of banners) {
  const end = performance.now() + Number(banner.dataset.left)
  const left = banner.querySelector('.left')
  const tick = () => {
    const seconds = Math.ceil((end - performance.now()) / 1000)
    if (seconds > 0) {
      left.textContent = `${seconds} s`
      return
    }
    clearInterval(timer)
    if (banner.contains(document.activeElement)) post?.focus()
    banner.remove()
  }
  const timer = setInterval(tick, 250)
  tick()
}
/** @type {HTMLElement} */
const lease = document.querySelector('[data-lease]')
if (lease)
  setTimeout(() => {
    lease.hidden = false
  }, Number(lease.dataset.lease))
if (!document.querySelector('[role=alert]')) post?.focus({ preventScroll: true })
