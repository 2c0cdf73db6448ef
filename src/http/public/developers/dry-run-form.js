// Shows the request while it is typed, sends it, and shows the answer. Only its field holds the key.
/** @type {HTMLFormElement} */
const form = document.querySelector('#console')
/** @type {any} */
const { key, body, fields } = form.elements
const curl = document.querySelector('#curl')
const said = document.querySelector('#said')
const answer = document.querySelector('#answer')
const path = '/v1/posts?dry_run=true'
const show = () => {
  const quoted = body.value.replaceAll("'", "'\\''")
  curl.textContent = [
    `curl -sS '${form.dataset.base}${path}'`,
    '  -H "Authorization: Bearer $HANDBILL_KEY"',
    "  -H 'Content-Type: application/json'",
    `  -d '${quoted}'`,
  ].join(' \\\n')
}
const send = async () => {
  said.textContent = 'Asking …'
  answer.textContent = ''
  try {
    const headers = { authorization: `Bearer ${key.value.trim()}`, 'content-type': 'application/json' }
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body: body.value,
      credentials: 'omit',
      cache: 'no-store',
    })
    const text = await response.text()
    said.textContent = `Answered with ${response.status}.`
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
  void send()
})
body.addEventListener('input', show)
// The browser may keep the page for its Back button: clear the key.
addEventListener('pagehide', () => {
  key.value = ''
})
show()
document.querySelector('#ready').textContent =
  'Nothing is sent before you press the button, and then to this site alone.'
fields.disabled = false
