// The scripts of the developers' pages: copy buttons and the console. The pages are complete without the copy buttons.
import { asset } from '../kit/stylesheet.ts'

/** Adds a button to each block of code, and one that copies the page as Markdown; none without access to the clipboard. */
const copyButtons = `const tools = document.querySelector('.tools')
const said = document.createElement('span')
said.role = 'status'
const button = (words, text) => {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'copy'
  made.textContent = words
  made.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(await text())
      said.textContent = 'Copied.'
    } catch {
      said.textContent = 'The browser did not allow copying.'
    }
  })
  return made
}
if (navigator.clipboard) {
  const twin = document.querySelector('link[rel=alternate][type="text/markdown"]').href
  tools.append(button('Copy as Markdown', async () => (await fetch(twin)).text()), said)
  for (const block of document.querySelectorAll('pre')) {
    const code = document.createElement('div')
    code.className = 'code'
    block.replaceWith(code)
    code.append(block, button('Copy', () => block.textContent))
  }
}
`

/** Shows the request while it is typed, sends it, and shows the answer. Only its field holds the key. */
const dryRunForm = `const form = document.querySelector('#console')
const { key, body, fields } = form.elements
const curl = document.querySelector('#curl')
const said = document.querySelector('#said')
const answer = document.querySelector('#answer')
const path = '/v1/posts?dry_run=true'
const show = () => {
  const quoted = body.value.replaceAll("'", "'\\\\''")
  curl.textContent = [
    "curl -sS '" + form.dataset.base + path + "'",
    '  -H "Authorization: Bearer $HANDBILL_KEY"',
    "  -H 'Content-Type: application/json'",
    "  -d '" + quoted + "'",
  ].join(' \\\\\\n')
}
const send = async () => {
  said.textContent = 'Asking …'
  answer.textContent = ''
  try {
    const headers = { authorization: 'Bearer ' + key.value.trim(), 'content-type': 'application/json' }
    const response = await fetch(path, { method: 'POST', headers, body: body.value, credentials: 'omit', cache: 'no-store' })
    const text = await response.text()
    said.textContent = 'Answered with ' + response.status + '.'
    try {
      answer.textContent = JSON.stringify(JSON.parse(text), null, 2)
    } catch {
      answer.textContent = text
    }
  } catch {
    said.textContent = 'No answer came.'
  }
}
form.addEventListener('submit', event => {
  event.preventDefault()
  send()
})
body.addEventListener('input', show)
// The browser may keep the page for its Back button: clear the key.
addEventListener('pagehide', () => { key.value = '' })
show()
document.querySelector('#ready').textContent = 'Nothing is sent before you press the button, and then to this site alone.'
fields.disabled = false
`

const script = (text: string) => asset('js', 'text/javascript; charset=utf-8', text)

export const copyScript = script(copyButtons)
export const consoleScript = script(dryRunForm)
