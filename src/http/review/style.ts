// The styles of the console alone: one item per screen, its three regions always in the same place.
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
.next-item [type=submit]{width:auto;margin:0;padding:.5rem 1.75rem}
.sr{position:absolute;left:-100vw}
.desk{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem 1.5rem;align-items:start}
.desk .title{grid-column:1/-1}
.desk h1{margin:0;font-size:1.375rem}
.desk .title .small{display:inline-block;margin-right:1rem}
.desk .title .notice{margin:.5rem 0 0}
.region>h2{margin:0 0 .75rem;font-size:.875rem;font-weight:600;color:var(--pico-muted-color)}
main .desk .region{min-width:0;margin:0;padding:1rem 1.25rem;border:1px solid var(--handbill-line);border-radius:.5rem}
#post{overflow:clip}
#post:focus{outline:.0625rem solid var(--pico-muted-color)}
.desk .text{white-space:pre-wrap;unicode-bidi:plaintext;overflow-wrap:anywhere;overflow:clip;contain:content;padding-block:.125rem}
.headline{margin-bottom:.75rem;font-size:1.25rem;font-weight:700;line-height:1.4}
.words{margin-bottom:1.25rem;font-size:1.0625rem;line-height:1.65}
.fold{margin:.5rem 0 0}
.fold summary,.aside summary,.part summary{font-size:.875rem}
.sign{padding:0 .25rem;border-radius:.25rem;background:var(--handbill-bad-ground);color:var(--handbill-bad);font:.75rem var(--pico-font-family-monospace);unicode-bidi:isolate;white-space:nowrap}
.desk mark{padding:0 .125rem;border-radius:.125rem;background:var(--handbill-waits-ground);color:var(--handbill-waits);box-shadow:inset 0 -.125rem currentColor}
.members{margin:0;padding-top:.75rem;border-top:1px solid var(--handbill-line);font-size:.9375rem}
.members div{display:grid;grid-template-columns:7rem minmax(0,1fr);gap:0 1rem;margin:0 0 .25rem}
.members dt{margin:0;font-weight:400;color:var(--pico-muted-color)}
.members dd{margin:0;padding:0;overflow:clip}
.members .text{padding:0}
.members ul{margin:0;padding:0}
.members li{list-style:none;margin:0}
.members .text div,.members dd>div{display:block;margin:0}
.choices{margin:0 0 1rem;padding:0;border:0;display:grid;gap:.375rem}
.choices label{display:flex;width:100%;align-items:center;gap:.5rem;margin:0;padding:.25rem .75rem;border:1px solid var(--handbill-line);border-radius:.375rem;cursor:pointer}
.choices label span{flex:1}
.choices label:has(:checked){border-color:var(--handbill-accent);background:var(--handbill-soft);font-weight:600}
.choices label:has(:focus-visible){outline:.1875rem solid var(--handbill-accent);outline-offset:.125rem}
.choices input{width:1.5rem;height:1.5rem;margin:0}
.decide,.release,.aside form{margin:0}
.decide label[for],.aside label{font-size:.875rem;font-weight:600;margin:0}
.decide :is(textarea,select),.aside :is(textarea,input){margin:.25rem 0 .5rem;font-size:.9375rem}
.decide textarea{resize:vertical}
.decide #send{width:100%;margin:.25rem 0 .75rem;padding:.625rem}
.decide .category{display:none}
.decide:has([data-next=category]:checked) .category{display:block}
.decide .hint{display:none}
.policy{max-height:9rem;overflow:auto;margin:0 0 .75rem;padding:.625rem .75rem;border-radius:.375rem;background:var(--handbill-soft);font-size:.875rem}
.policy p{margin:0 0 .375rem;font-size:inherit}
.policy div+div{padding-top:.5rem}
.aside{margin:.75rem 0 0;padding:.75rem 0 0;border-top:1px solid var(--handbill-line)}
.aside form+form{margin-top:1rem}
.part{margin:0 0 1.25rem;font-size:.9375rem}
.part:last-child{margin:0}
.part h3{margin:0 0 .375rem;font-size:.9375rem}
.part p{margin:0 0 .375rem;font-size:inherit}
.part details{margin:0}
.lines{margin:0;padding:0}
.lines>li{list-style:none;margin:0 0 .5rem}
.lines .small,.title .small{color:var(--pico-muted-color)}
.said{margin:.125rem 0 0;padding-left:.625rem;border-left:.1875rem solid var(--handbill-line)}
.scores{margin:.5rem 0 0;padding:0}
.scores li{display:grid;grid-template-columns:9rem minmax(0,1fr) 2.5rem;align-items:center;gap:.5rem;margin:0;list-style:none;font-size:.8125rem;font-variant-numeric:tabular-nums}
.scores meter{width:100%}
.decide:has([value=publish]:checked) [data-for=publish],
.decide:has([value=reject]:checked) [data-for=reject],
.decide:has([value=remove]:checked) [data-for=remove],
.decide:has([value=dismiss]:checked) [data-for=dismiss],
.decide:has([value=grant-publish]:checked) [data-for=grant-publish],
.decide:has([value=grant]:checked) [data-for=grant],
.decide:has([value=refuse]:checked) [data-for=refuse],
.decide:has([value=second_opinion]:checked) [data-for=second_opinion],
.decide:has([value=skip]:checked) [data-for=skip]{display:block}
.jump{margin:.5rem 0 0;font-size:.9375rem}
@media (min-width:56rem){.jump{display:none}.decide #send{position:sticky;bottom:0}.desk{grid-template-columns:minmax(0,1fr) 22rem}.desk #context{grid-column:1/-1}.desk #decide{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto}}
@media (min-width:80rem){.desk{grid-template-columns:minmax(0,1fr) 22rem 24rem}.desk #context{grid-column:3}}
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
.told caption{text-align:left;padding:0 0 .5rem;font-size:.875rem;color:var(--pico-muted-color);caption-side:top}
.told :is(th,td){padding:.5rem .75rem .5rem 0;font-size:.9375rem;background:none;vertical-align:top}
.told thead th{font-size:.8125rem;color:var(--pico-muted-color)}
.told tbody th{font-weight:400}
.queue .decide #send{position:static}
.figures :is(th,td):not(:first-child){text-align:right;font-variant-numeric:tabular-nums}
.queue h2{margin:1.5rem 0 .5rem;font-size:1.125rem}
.queue fieldset{margin:0 0 1rem;padding:0;border:0}
.picked{display:flex;flex-wrap:wrap;align-items:baseline;gap:.125rem .5rem;margin:0;padding:.3125rem 0;border-bottom:1px solid var(--handbill-line)}
.picked input{margin:0;width:1.5rem;height:1.5rem;flex:none}
.picked bdi{overflow-wrap:anywhere}
.keys{max-width:34rem}
.keys :is(th,td){padding:.3125rem .75rem .3125rem 0;background:none;font-weight:400;font-size:.9375rem}
.keys th{white-space:nowrap}
dialog#keys{max-width:34rem;height:auto;min-height:0;min-width:0;width:calc(100% - 2rem);margin:auto;padding:1.25rem;border:1px solid var(--handbill-line);border-radius:.5rem;background:var(--pico-background-color);color:var(--handbill-ink);max-height:calc(100vh - 2rem);overflow:auto;display:block}
dialog#keys:not([open]){display:none}
dialog#keys h2{margin:0 0 .75rem}
dialog#keys form{margin:0}
@media (max-width:36rem){
.told thead{position:absolute;left:-100vw}
.told tr{display:block;padding:.5rem 0;border-top:1px solid var(--handbill-line)}
.told :is(td,tbody th){display:block;padding:0;border:0}
.told.figures td:not(:first-child){text-align:left}
.told td::before{content:attr(data-name) ": ";color:var(--pico-muted-color)}
.waiting thead{position:absolute;left:-100vw}
.waiting tr{display:grid;grid-template-columns:1fr auto auto;gap:0 .75rem;padding:.5rem 0;border-top:1px solid var(--handbill-line)}
.waiting :is(td,tbody th){display:block;padding:0;border:0}
.waiting tbody th{grid-column:1/4}
}
`

export const reviewStyle = asset('css', 'text/css; charset=utf-8', rules.replaceAll('\n', ''))
