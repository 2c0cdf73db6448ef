// Makes a passkey, or signs in with one: asks the browser, and sends its answer with the form. Without this script, and in a browser
// without passkeys, the forms stay hidden; a link in a mail always works.

/** @param {string} text base64url */
const bytesOf = text =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), each => each.charCodeAt(0))

/** @param {ArrayBuffer} bytes */
const textOf = bytes =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** @param {{ id: string }[]} credentials */
const descriptorsOf = (credentials = []) => credentials.map(each => ({ ...each, id: bytesOf(each.id) }))

/** @param {any} options */
async function create(options) {
  const { challenge, user, excludeCredentials } = options
  const publicKey = {
    ...options,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: descriptorsOf(excludeCredentials),
  }
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }))
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response)
  return written(made, {
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  })
}

/** @param {any} options */
async function get(options) {
  const publicKey = { ...options, challenge: bytesOf(options.challenge), allowCredentials: [] }
  const found = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey }))
  const { authenticatorData, signature, userHandle } = /** @type {AuthenticatorAssertionResponse} */ (found.response)
  return written(found, {
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
    ...(userHandle && { userHandle: textOf(userHandle) }),
  })
}

/**
 * @param {PublicKeyCredential} credential
 * @param {object} rest
 */
function written({ id, rawId, type, response }, rest) {
  const clientDataJSON = textOf(response.clientDataJSON)
  return JSON.stringify({
    id,
    rawId: textOf(rawId),
    type,
    clientExtensionResults: {},
    response: { clientDataJSON, ...rest },
  })
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-passkey]'))) {
  if (!window.PublicKeyCredential) continue
  const answer = /** @type {HTMLInputElement} */ (form.elements.namedItem('answer'))
  const failed = form.querySelector('[role=alert]')
  const ask = form.dataset.passkey === 'create' ? create : get
  form.hidden = false
  form.addEventListener('submit', async event => {
    if (answer.value !== '') return
    event.preventDefault()
    failed.textContent = ''
    // The challenge of a page that was open for long is over: the page brings a new one.
    if (performance.now() > Number(form.dataset.ms)) {
      location.assign(form.dataset.page)
      return
    }
    try {
      answer.value = await ask(JSON.parse(form.dataset.options))
    } catch (error) {
      failed.textContent =
        error instanceof DOMException && error.name === 'InvalidStateError' ? form.dataset.known : form.dataset.failed
      return
    }
    form.requestSubmit()
  })
}

// A page that comes back from the history has a challenge that was answered.
addEventListener('pageshow', event => {
  if (event.persisted && document.querySelector('form[data-passkey]')) location.reload()
})
