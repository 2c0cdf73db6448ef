// On the page of a post: recomputes the chain of the log of decisions from the entry of this post on, with the hashes of this browser.
const line = /** @type {HTMLElement} */ (document.querySelector('.log[data-entry]'))

/** Pages of the log that one press reads at most. */
const mostPages = 20

/**
 * SHA-256 of a text, in hexadecimal digits.
 * @param {string} text
 */
async function sha256(text) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** @typedef {{ entry: number, hash: string, seq?: number, digest?: string }} Entry */

/**
 * Walks from an entry to the end of the log, or as far as the pages go. `broken` is the first entry whose hash does not follow.
 * @param {number} from
 */
async function walk(from) {
  const walked = { from, to: from - 1, checked: 0, skipped: 0, end: 0, broken: 0 }
  let before = null
  for (let page = 0; page < mostPages; page++) {
    const answer = await fetch(`/transparency/log/entries.json?after=${walked.to}`)
    if (!answer.ok) throw new Error(`${answer.status}`)
    const read = await answer.json()
    walked.end = read.end.entries
    // The pages have to fit together, and the last entry has to be the end that the log names.
    if (before !== null && read.before !== before) return { ...walked, broken: walked.to }
    before = read.before
    for (const { entry, hash, seq, digest } of /** @type {Entry[]} */ (read.entries)) {
      const follows = digest === undefined || (await sha256(`${before} ${entry} ${seq} ${digest}`)) === hash
      if (entry !== walked.to + 1 || !follows) return { ...walked, broken: walked.to + 1 }
      walked[digest === undefined ? 'skipped' : 'checked']++
      walked.to = entry
      before = hash
    }
    if (walked.to >= walked.end)
      return walked.to === walked.end && before !== read.end.hash ? { ...walked, broken: walked.to } : walked
  }
  return walked
}

/**
 * A sentence with numbers in the language of the page.
 * @param {string} sentence
 * @param {Record<string, number>} numbers
 */
function said(sentence, numbers) {
  const format = new Intl.NumberFormat(document.documentElement.lang)
  return sentence.replace(/\{(\w+)\}/g, (_, name) => format.format(numbers[name] ?? 0))
}

/** @param {number} from */
async function told(from) {
  const { whole, part, skipped, broken, proves } = line.dataset
  const walked = await walk(from)
  if (walked.broken) return [said(broken, { number: walked.broken })]
  const reached = said(walked.to >= walked.end ? whole : part, walked)
  return [reached, ...(walked.skipped ? [said(skipped, walked)] : []), proves]
}

if (line && crypto.subtle) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'secondary outline'
  button.textContent = line.dataset.recompute
  const result = document.createElement('span')
  result.setAttribute('role', 'status')
  button.addEventListener('click', async () => {
    button.disabled = true
    result.textContent = line.dataset.working
    const sentences = await told(Number(line.dataset.entry)).catch(() => [line.dataset.failed])
    result.replaceChildren(
      ...sentences.map(sentence => {
        const paragraph = document.createElement('span')
        paragraph.textContent = sentence
        return paragraph
      }),
    )
    button.disabled = false
  })
  line.append(' ', button, result)
}
