// The one stylesheet and the icon: pico and our own rules joined, under names that change with the content.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { icon } from '../../../contract/icon.ts'
import { listStyles } from './list-styles.ts'

const own = `
:root{--pico-font-size:100%;--pico-line-height:1.6;--pico-typography-spacing-vertical:1rem}
:root:not([data-theme=dark]),[data-theme=light]{--pico-muted-color:#5a6270;--handbill-line:#dfe3eb;--handbill-notice:#f4f6fa}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--pico-muted-color:#98a2b3;--handbill-line:#2b3340;--handbill-notice:#1b212c}}
body{display:flex;flex-direction:column;min-height:100vh;overflow-wrap:anywhere}
body>header,body>main,body>footer{width:calc(100% - 2.5rem);max-width:48rem;margin-inline:auto;padding:1.25rem 0}
body>main{flex:1;padding-block:.5rem 3rem}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--pico-background-color);z-index:1}
.brand{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.25rem 1.5rem}
.brand a{padding:0;margin:0}
.brand>a{font-size:1.125rem;font-weight:700;color:var(--pico-h1-color);text-decoration:none}
.brand ul:last-of-type{display:flex;gap:1.25rem;margin:0;padding:0;font-size:.875rem}
.brand li{display:block;padding:0;margin:0;list-style:none}
h1{font-size:1.75rem;line-height:1.25;letter-spacing:-.01em;text-wrap:balance}
h2{font-size:1.125rem;line-height:1.35}
.lede{color:var(--pico-muted-color);margin-bottom:2rem}
.cards{margin:0;padding:0}
.cards>li{list-style:none;margin:0;padding:1.25rem 0;border-top:1px solid var(--handbill-line)}
.card{display:grid;margin:0;padding:0;gap:.25rem 2rem;background:none;box-shadow:none;border-radius:0}
.card h2,.card p{margin:0}
.card h2 a{color:var(--pico-h2-color);text-decoration:none}
.card h2 a:hover,.card h2 a:focus{text-decoration:underline}
.facts{font-size:.875rem;color:var(--pico-muted-color)}
.facts p{margin:0;font-size:inherit;color:inherit}
.facts .price{font-size:1rem;font-weight:600;color:var(--pico-color)}
.facts .when{color:var(--pico-color)}
.facts .when time{font-weight:600}
.unbroken{white-space:nowrap}
.zone{color:var(--pico-muted-color);font-weight:400}
@media (min-width:44rem){
.card{grid-template-columns:13rem 1fr;grid-template-rows:auto auto 1fr}
.card .facts{grid-column:1;grid-row:1/4;padding-top:.125rem}
.card h2,.card .text,.card .topics{grid-column:2}
}
.card .text{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:4;line-clamp:4;overflow:hidden}
.untitled h2{font-size:1rem;font-weight:400;line-height:1.6}
.untitled .topics{align-self:start}
.topics{display:flex;flex-wrap:wrap;gap:.25rem .5rem;margin:.25rem 0 0;padding:0;font-size:.8125rem}
.topics li{list-style:none;margin:0;padding:0 .5rem;border:1px solid var(--handbill-line);border-radius:1rem;color:var(--pico-muted-color)}
.next{margin-top:1.5rem}
.empty{padding:2rem 0;border-top:1px solid var(--handbill-line)}
.agents{margin-bottom:2rem;padding:1rem 1.25rem;border-radius:.375rem;background:var(--handbill-notice);font-size:.9375rem}
.agents code,.post code{font-size:.875em}
.details{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.5rem;margin:0}
.details dt,.details dd{margin:0;padding:0}
.details{margin:0 0 2rem;padding:1rem 0;border-block:1px solid var(--handbill-line);gap:.5rem 1.5rem}
.details dt{font-weight:400;color:var(--pico-muted-color)}
.details ol{margin:0;padding:0}
.details li{list-style:none;margin:0}
.details .topics{margin:0}
.over{color:var(--pico-muted-color)}
.post{margin:0;padding:0;background:none;box-shadow:none;border-radius:0}
.post>.text{max-width:42rem;margin-bottom:2rem}
.notice{padding:1rem 1.25rem;margin-bottom:2rem;border-radius:.375rem;background:var(--handbill-notice);font-size:.9375rem}
.notice p:last-child{margin:0}
.notice h2{font-size:1rem;margin:0 0 .25rem}
.notice ul{margin:0;padding-left:1.125rem}
.notice li:last-child{margin:0}
.credit{margin:0;padding:0;background:none;border:0;font-size:.875rem;color:var(--pico-muted-color)}
.credit p{margin:0 0 .5rem;font-size:inherit;color:inherit}
body>footer{font-size:.8125rem;color:var(--pico-muted-color);border-top:1px solid var(--handbill-line)}
body>footer p{margin:0;font-size:inherit;color:inherit}
@media (max-width:30rem){.details{grid-template-columns:1fr;gap:0}.details dd{margin-bottom:.625rem}}
`

/** A file that is served under its own hash, so that it never has to be asked for twice. */
export type Asset = { path: string; contentType: string; body: string }

function asset(extension: string, contentType: string, body: string): Asset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { path: `/assets/handbill-${hash}.${extension}`, contentType, body }
}

const pico = readFileSync(new URL(import.meta.resolve('@picocss/pico/css/pico.min.css')), 'utf8')

export const stylesheet = asset('css', 'text/css; charset=utf-8', pico + (own + listStyles).replaceAll('\n', ''))
export const favicon = asset('svg', 'image/svg+xml', icon)
