// An address as a QR code, drawn as an SVG of one path.
import { encode } from 'uqr'
import { type Html, html } from './html.ts'

/** The code; `label` is read out in its place. Dark on white in every scheme: readers of codes need that. */
export function qrCode(address: string, label: string): Html {
  const { data, size } = encode(address, { ecc: 'M', border: 4 })
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`
}
