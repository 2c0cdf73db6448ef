// The forms whose script asks the browser for a passkey, and that script.
import { limits } from '../../contract/limits.ts'
import { hidden } from '../private/frame.ts'
import { assetFile } from '../public/kit/asset.ts'
import { type Html, html } from '../public/kit/layout.ts'

export const passkeyScript = assetFile(new URL('./passkeys.js', import.meta.url))

export type PasskeyForm = {
  does: 'create' | 'get'
  /** The path that takes the answer, and the page that brings a new challenge. */
  action: string
  page: string
  /** What the browser is asked, as WebAuthn has it. */
  options: object
  csrf: string
  fields?: Html
  button: string
}

/** A form that its script shows where the browser knows passkeys. */
export function passkeyForm({ does, action, page, options, csrf, fields, button }: PasskeyForm): Html {
  return html`<form method="post" action="${action}" hidden data-passkey="${does}" data-page="${page}" data-ms="${limits.passkeyChallengeMs}" data-options="${JSON.stringify(options)}" data-failed="No passkey was given. Nothing was changed." data-known="This device has a passkey of the account already.">
${hidden('csrf', csrf)}
${hidden('answer', '')}
${fields}
<button type="submit"${does === 'get' && html` class="outline"`}>${button}</button>
<p role="alert"></p>
</form>
<script type="module" src="${passkeyScript.path}"></script>`
}
