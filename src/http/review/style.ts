// The rules of the console alone, beside the one stylesheet: one item a screen, its three regions always in the same place.
import { asset } from '../public/kit/stylesheet.ts'

const rules = `
body:has(>header .who)>header,body:has(>header .who)>main,body:has(>header .who)>footer{max-width:96rem;width:calc(100% - 2rem)}
body:has(>header .who)>header{padding:.5rem 0}
body:has(>header .who)>main{padding-block:1rem 2rem}
body:has(>header .who)>footer{padding-block:.75rem}
.who{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem;margin:0 0 0 auto;font-size:.875rem;color:var(--pico-muted-color)}
main .quiet.quiet,.quiet.quiet{width:auto;margin:0;padding:.25rem .75rem;font-size:.875rem;background:none;color:var(--handbill-ink);border:1px solid var(--pico-muted-color)}
.quiet.quiet:is(:hover,:focus){background:var(--handbill-soft)}
kbd{padding:.0625rem .375rem;border:1px solid var(--handbill-line);border-bottom-width:2px;border-radius:.25rem;background:var(--handbill-soft);color:var(--handbill-ink);font-size:.75rem;font-weight:400}
main>.notice{margin-bottom:1rem;padding:.625rem 1rem}
.notice.undo{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.5rem;background:var(--handbill-waits-ground);color:var(--handbill-waits);border-color:currentColor}
.notice.undo p,.notice.undo form{margin:0}
.notice.undo .left{display:inline-block;min-width:2.5em;text-align:right;font-variant-numeric:tabular-nums}
.notice.undo [type=submit]{width:auto;margin:0;padding:.25rem 1rem;font-size:.875rem}
.next-item{margin:0 0 1.5rem}
.next-item [type=submit]{width:auto;margin:0}
.message,.queue{max-width:52rem}
.message [type=submit]{width:auto}
.counts{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:1rem;margin:0 0 1.5rem}
.counts div{padding:.75rem 1rem;border:1px solid var(--handbill-line);border-radius:.5rem}
.counts dt{font-weight:400;font-size:.875rem;color:var(--pico-muted-color)}
.counts dd{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .625rem;margin:0}
.counts strong{font-size:1.75rem;line-height:1.3;font-variant-numeric:tabular-nums}
.counts span{font-size:.875rem;color:var(--pico-muted-color)}
.waiting caption{text-align:left;padding:0 0 .5rem;font-size:.875rem;color:var(--pico-muted-color);caption-side:top}
.waiting :is(th,td){padding:.5rem .75rem .5rem 0;font-size:.9375rem;background:none;vertical-align:top}
.waiting thead th{font-size:.8125rem;color:var(--pico-muted-color)}
.waiting tbody th{font-weight:400}
.id{color:var(--pico-muted-color);font-size:.8125rem;font-family:var(--pico-font-family-monospace)}
.keys{max-width:34rem}
.keys :is(th,td){padding:.3125rem .75rem .3125rem 0;background:none;font-weight:400;font-size:.9375rem}
.keys th{white-space:nowrap}
dialog#keys{max-width:34rem;height:auto;min-height:0;min-width:0;width:calc(100% - 2rem);margin:auto;padding:1.25rem;border:1px solid var(--handbill-line);border-radius:.5rem;background:var(--pico-background-color);color:var(--handbill-ink);max-height:calc(100vh - 2rem);overflow:auto;display:block}
dialog#keys:not([open]){display:none}
dialog#keys h2{margin:0 0 .75rem}
dialog#keys form{margin:0}
@media (max-width:36rem){
.waiting thead{position:absolute;left:-100vw}
.waiting tr{display:grid;grid-template-columns:1fr auto auto;gap:0 .75rem;padding:.5rem 0;border-top:1px solid var(--handbill-line)}
.waiting :is(td,tbody th){display:block;padding:0;border:0}
.waiting tbody th{grid-column:1/4}
}
`

export const reviewStyle = asset('css', 'text/css; charset=utf-8', rules.replaceAll('\n', ''))
