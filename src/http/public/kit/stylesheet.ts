// The stylesheet (pico, the colours of the sites, and the rules of this service) and the icons, under names that change with
// their content.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { iconIn } from '../../../contract/icon.ts'
import type { SiteId } from '../../../contract/sites/site-ids.ts'
import { siteRows } from '../../../contract/sites.ts'
import { accountRules } from './account-style.ts'
import { listStyles } from './list-styles.ts'

/** The colours of each site in light and in dark; all accent colours are derived from them. */
const faces = Object.values(siteRows)
  .map(
    ({ id, face: { light, dark, serif } }) =>
      `[data-site=${id}]{--light:${light};--dark:${dark}${serif ? `;--handbill-reading:'Iowan Old Style','Palatino Linotype',Palatino,Charter,Georgia,serif` : ''}}`,
  )
  .join('\n')

const own = `
:root{--pico-font-size:100%;--pico-line-height:1.6;--pico-typography-spacing-vertical:1rem;--pico-font-family-sans-serif:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',Arial,sans-serif,var(--pico-font-family-emoji);--handbill-reading:var(--pico-font-family-sans-serif)}
${faces}
:root:not([data-theme=dark]){--pico-background-color:#fff;--handbill-ink:#262b33;--pico-color:#262b33;--pico-h1-color:#14181f;--pico-h2-color:#14181f;--pico-h3-color:#14181f;--pico-muted-color:#59616e;--handbill-line:#e2e5eb;--handbill-soft:#f5f6f8;--handbill-accent:var(--light);--pico-primary-inverse:#fff;--handbill-towards:#000}
@media (prefers-color-scheme:dark){:root:not([data-theme]){--pico-background-color:#12151b;--handbill-ink:#d3d8e0;--pico-color:#d3d8e0;--pico-h1-color:#f3f5f8;--pico-h2-color:#f3f5f8;--pico-h3-color:#f3f5f8;--pico-muted-color:#9aa3b2;--handbill-line:#2a303b;--handbill-soft:#1b1f28;--handbill-accent:var(--dark);--pico-primary-inverse:#12151b;--handbill-towards:#fff}}
:root:not([data-theme]){--pico-primary:var(--handbill-accent);--pico-primary-background:var(--handbill-accent);--pico-primary-border:var(--handbill-accent);--pico-primary-underline:color-mix(in srgb,var(--handbill-accent) 45%,transparent);--pico-primary-hover:color-mix(in srgb,var(--handbill-accent) 78%,var(--handbill-towards));--pico-primary-hover-background:var(--pico-primary-hover);--pico-primary-hover-border:var(--pico-primary-hover);--pico-primary-hover-underline:var(--pico-primary-hover);--pico-primary-focus:color-mix(in srgb,var(--handbill-accent) 40%,transparent);--pico-form-element-active-border-color:var(--handbill-accent);--pico-form-element-focus-color:var(--handbill-accent)}
body{display:flex;flex-direction:column;min-height:100vh;overflow-wrap:anywhere;border-top:.25rem solid var(--handbill-accent)}
body>header,body>main,body>footer{width:calc(100% - 2.5rem);max-width:48rem;margin-inline:auto;padding:1rem 0}
body>main{flex:1;padding-block:1.5rem 3.5rem}
a{text-underline-offset:.2em;text-decoration-thickness:.0625em}
:focus-visible{outline:.1875rem solid var(--handbill-accent);outline-offset:.125rem}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--pico-background-color);z-index:1}
body>header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem 1.5rem}
.brand{display:inline-flex;align-items:center;gap:.5rem;min-height:2rem;font-size:1.1875rem;font-weight:700;letter-spacing:-.01em;color:var(--pico-h1-color);text-decoration:none}
.brand:hover{color:var(--handbill-accent)}
body>header nav,body>footer nav{display:block}
nav ul.links.links{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:0;padding:0}
.links.links li{display:block;margin:0;padding:0;list-style:none}
.links.links a{display:inline-block;margin:0;padding:.375rem 0;color:var(--handbill-ink);text-decoration:none;border-radius:0}
.links.links a:hover{color:var(--handbill-accent)}
.links.links a[aria-current]{color:var(--handbill-ink);box-shadow:inset 0 -.125rem var(--handbill-accent)}
body>header .links{font-size:.9375rem}
h1{font-size:1.75rem;line-height:1.2;letter-spacing:-.015em;text-wrap:balance;margin-bottom:1rem}
@media (min-width:44rem){h1{font-size:2.125rem}}
h2{font-size:1.1875rem;line-height:1.35;letter-spacing:-.005em}
.lede{color:var(--pico-muted-color);margin-bottom:2rem}
.cards{margin:0;padding:0}
.cards>li{list-style:none;margin:0;padding:1.25rem 0;border-top:1px solid var(--handbill-line)}
.card{display:grid;margin:0;padding:0;gap:.25rem 2rem;background:none;box-shadow:none;border-radius:0}
.card h2,.card p{margin:0}
.card h2 a{color:var(--pico-h2-color);text-decoration:none}
.card h2 a:hover,.card h2 a:focus{text-decoration:underline;text-decoration-color:var(--handbill-accent)}
.facts{font-size:.875rem;color:var(--pico-muted-color)}
.facts p{margin:0;font-size:inherit;color:inherit}
.facts .price{font-size:1rem;font-weight:600;color:var(--pico-color)}
.facts .when{color:var(--pico-color)}
.facts .when time{font-weight:600}
.unbroken{white-space:nowrap}
.zone,.yours{color:var(--pico-muted-color);font-weight:400}
@media (min-width:44rem){
.card{grid-template-columns:13rem 1fr;grid-template-rows:auto auto 1fr}
.card .facts{grid-column:1;grid-row:1/4;padding-top:.125rem}
.card h2,.card .text,.card .topics{grid-column:2}
}
.card .text{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:4;line-clamp:4;overflow:hidden}
.untitled h2{font-size:1rem;font-weight:400;line-height:1.6}
.untitled .topics{align-self:start}
.topics{display:flex;flex-wrap:wrap;gap:.375rem .5rem;margin:.375rem 0 0;padding:0;font-size:.8125rem}
.topics li{list-style:none;margin:0;padding:0 .625rem;border:1px solid var(--handbill-line);border-radius:1rem;color:var(--pico-muted-color)}
.next{margin-top:1.5rem}
.empty{padding:2rem 0;border-top:1px solid var(--handbill-line)}
.agents{margin:1.5rem 0 2rem;padding:1rem 1.25rem;border-radius:.5rem;background:var(--handbill-soft);font-size:.9375rem}
nav ul.topics.topics{margin:0 0 2rem}
:not(pre)>code{display:inline;padding:.05em .3em;font-size:.875em}
.details{display:grid;grid-template-columns:max-content 1fr;margin:0 0 1.75rem;padding:1.125rem 0;border-block:1px solid var(--handbill-line);gap:.625rem 1.75rem}
.details dt,.details dd{margin:0;padding:0}
.details dt{font-weight:400;color:var(--pico-muted-color)}
.details ol{margin:0;padding:0}
.details ol li{list-style:none;margin:0 0 .375rem}
.details .topics{margin:0}
.details time[data-until],.details li time,.details .venue{font-weight:600}
.details .over time{font-weight:400}
.yours{display:block;font-size:.9375em}
.over{color:var(--pico-muted-color)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin:0 0 2rem}
.actions a{padding:.4375rem 1rem;border:1px solid var(--handbill-accent);border-radius:var(--pico-border-radius);background:var(--handbill-accent);color:var(--pico-primary-inverse);font-size:.9375rem;text-decoration:none}
.actions a.plain{background:none;color:var(--handbill-accent)}
.actions a:hover{background:var(--pico-primary-hover);color:var(--pico-primary-inverse)}
.post{margin:0;padding:0;background:none;box-shadow:none;border-radius:0}
.post h1,.card h2{font-family:var(--handbill-reading)}
.post>.text{max-width:40rem;margin-bottom:2.25rem;font-family:var(--handbill-reading);font-size:1.0625rem;line-height:1.65}
.notice{padding:1rem 1.25rem;margin-bottom:1.75rem;border-radius:.5rem;background:var(--handbill-soft);border-left:.25rem solid var(--handbill-accent);font-size:.9375rem}
.notice p:last-child{margin:0}
.notice h2{font-size:1rem;margin:0 0 .25rem}
.notice ul{margin:0;padding-left:1.125rem}
.notice li:last-child{margin:0}
.credit{margin:0;padding:1.25rem 0 0;background:none;border:0;border-top:1px solid var(--handbill-line);border-radius:0;font-size:.875rem;color:var(--pico-muted-color)}
.credit p{margin:0 0 .5rem;font-size:inherit;color:inherit}
.filters{display:grid;gap:0 1rem;margin:0}
.filters label,.form label{font-size:.9375rem;font-weight:600}
.filters input,.filters select,.form input,.form select,.form textarea{margin-top:.25rem;font-weight:400}
.search.search input[type=search]{border-radius:.25rem}
.form button{width:auto;margin:0 0 1rem;padding-inline:1.5rem}
search details{margin:0 0 1rem;border:0;padding:0}
search summary{font-size:.9375rem}
@media (min-width:36rem){.filters{grid-template-columns:1fr 1fr}}
.form{max-width:34rem}
.told{display:block;margin:-.5rem 0 1rem;font-size:.875rem;color:var(--pico-muted-color)}
body>footer{padding-block:1.25rem 2rem;font-size:.875rem;color:var(--pico-muted-color);border-top:1px solid var(--handbill-line)}
body>footer p{margin:.5rem 0 0;font-size:.8125rem;color:inherit}
@media (max-width:30rem){.details{grid-template-columns:1fr;gap:0}.details dd{margin-bottom:.75rem}.details dd:last-child{margin:0}}
@media (max-width:30rem){
nav ul.links.links{gap:0 .75rem}
body>header .links{font-size:.875rem}
.inside:has(>p) .counted li:nth-child(n+7){display:none}
}
@media print{body>header nav,body>footer nav,.actions,.skip{display:none}}
.developers h2{margin-top:2.5rem;font-size:1.25rem}
.developers h3{margin-top:1.75rem;font-size:1.0625rem}
.developers li{margin:0 0 .25rem}
.developers pre,.console pre{margin:0 0 var(--pico-spacing);max-height:36rem;overflow:auto;border-radius:.375rem;overflow-wrap:normal;font-size:.8125rem;line-height:1.5}
.developers pre code,.console pre code{display:block;padding:.875rem 1rem;white-space:pre;font-size:inherit}
.code{position:relative}
.code .copy{position:absolute;top:.375rem;right:.375rem}
.copy,.copy:hover,.copy:focus{width:auto;margin:0;padding:.25rem .625rem;font-size:.8125rem;line-height:1.4;color:CanvasText;background:Canvas;border:1px solid var(--handbill-line)}
.copy:hover{text-decoration:underline}
@media (max-width:44rem){
.developers pre code{padding-bottom:2.75rem;white-space:pre-wrap;overflow-wrap:anywhere}
.code .copy{top:auto;bottom:.375rem}
}
.document{max-width:42rem}
.document h3{font-size:1rem;line-height:1.4;margin-top:1.5rem}
.document h2{margin-top:2rem}
.document pre{overflow-x:auto}
.document ul{padding-left:1.25rem}
.tools{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;min-height:2.25rem;font-size:.9375rem}
.console textarea,.console .secret{font-family:var(--pico-font-family-monospace);font-size:.875rem}
.console .secret{-webkit-text-security:disc}
.console pre code:empty{min-height:3rem}
`

/** A file whose path has its hash, so that browsers cache it for good. */
export type Asset = { path: string; contentType: string; body: string }

/** Puts the hash of the content into the path of a file. */
export function asset(extension: string, contentType: string, body: string): Asset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { path: `/assets/handbill-${hash}.${extension}`, contentType, body }
}

const pico = readFileSync(new URL(import.meta.resolve('@picocss/pico/css/pico.min.css')), 'utf8')

export const stylesheet = asset(
  'css',
  'text/css; charset=utf-8',
  pico + (own + listStyles + accountRules).replaceAll('\n', ''),
)

/** The icon of each site, in its colour. */
export const icons = Object.fromEntries(
  Object.values(siteRows).map(({ id, face }) => [id, asset('svg', 'image/svg+xml', iconIn(face.light))]),
) as Record<SiteId, Asset>
