// The rules of the stylesheet for the owner's pages alone.
export const accountRules = `
:root:not([data-theme=dark]),[data-theme=light]{--handbill-good:#12613a;--handbill-good-ground:#e3f4ea;--handbill-waits:#76500a;--handbill-waits-ground:#fbf0d9;--handbill-bad:#9b1c24;--handbill-bad-ground:#fce9ea}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--handbill-good:#8fdcb0;--handbill-good-ground:#123325;--handbill-waits:#f0c979;--handbill-waits-ground:#382a0c;--handbill-bad:#f7a8ad;--handbill-bad-ground:#411a1d}}
.account-nav{display:block;margin:0 0 2rem;border-bottom:1px solid var(--handbill-line)}
.account-nav ul:first-of-type{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:0;padding:0}
.account-nav li{padding:0;margin:0;list-style:none}
.account-nav a{display:block;margin:0 0 -1px;padding:.625rem 0;border-radius:0;border-bottom:2px solid transparent;color:var(--pico-muted-color);text-decoration:none;font-size:.9375rem}
.account-nav a:hover{color:var(--pico-color)}
.account-nav a[aria-current]{color:var(--pico-color);font-weight:600;border-color:var(--pico-primary)}
main h1:has(+.lede){margin-bottom:.25rem}
main section{margin-bottom:2.5rem}
main section>h2{margin-bottom:.75rem}
.small{margin:0;font-size:.875rem;color:var(--pico-muted-color)}
.balance{margin-bottom:2rem}
.balance h2{margin:0;font-size:.875rem;font-weight:400;color:var(--pico-muted-color)}
.balance .sum{margin:0;font-size:2.5rem;font-weight:700;line-height:1.2;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.balance .sum small{font-size:.875rem;font-weight:400;letter-spacing:0;color:var(--pico-muted-color)}
.calm{margin-bottom:2.5rem;padding:1rem 1.25rem;border-radius:.375rem;background:var(--handbill-good-ground);color:var(--handbill-good)}
.todo{margin:0;padding:0;border:1px solid var(--handbill-line);border-left:4px solid var(--pico-primary);border-radius:.375rem}
.todo>li{list-style:none;margin:0;padding:1.25rem}
.todo>li+li{border-top:1px solid var(--handbill-line)}
.todo h3{font-size:1rem;margin:0 0 .25rem}
.todo p{margin:0 0 .75rem}
.todo form,.todo>li>:last-child{margin:0}
.todo>li>form+details:last-child{margin:.75rem 0 0}
.todo>li>details{margin-top:1rem}
main section>form{margin-bottom:1rem}
main section>form input:not([type=radio]){max-width:24rem}
.todo [type=submit],.todo [role=button],.records [type=submit],.box [type=submit],.session [type=submit],main section>form [type=submit]{width:auto;margin-bottom:0}
.box{margin:0 0 1.5rem;padding:1.25rem;border:1px solid var(--handbill-line);border-radius:.375rem;background:none;box-shadow:none}
.box h2,.box h3{font-size:1rem;margin:0 0 .75rem}
.box blockquote{margin:0 0 1rem;white-space:pre-line}
.box .details{margin:0 0 1rem;padding:0 0 1rem;border-top:0}
.box form{margin:.75rem 0 0}
.box details{margin:.75rem 0 0}
.box [type=submit]{margin-top:.5rem}
.box [type=submit]+label{margin-top:1.5rem}
.records{margin:0 0 1rem;padding:0;border-bottom:1px solid var(--handbill-line)}
.records>li{list-style:none;margin:0;padding:.875rem 0;border-top:1px solid var(--handbill-line)}
.records p{margin:0}
.records form,.records details{margin:.5rem 0 0}
.records [type=submit],.session [type=submit]{padding:.375rem .75rem;font-size:.875rem}
.records ol{margin:.5rem 0 0;padding-left:1.25rem}
.badge{display:inline-block;padding:0 .5rem;border-radius:1rem;font-size:.75rem;font-weight:600;line-height:1.6;white-space:nowrap;background:var(--handbill-soft);color:var(--pico-muted-color)}
.badge.good{background:var(--handbill-good-ground);color:var(--handbill-good)}
.badge.waits{background:var(--handbill-waits-ground);color:var(--handbill-waits)}
.badge.bad{background:var(--handbill-bad-ground);color:var(--handbill-bad)}
.notice.alert{background:var(--handbill-bad-ground);color:var(--handbill-bad)}
.notice.alert a,.notice.alert h2{color:inherit}
.notice.done{background:var(--handbill-good-ground);color:var(--handbill-good)}
.notice code{background:none;padding:0;color:inherit}
.rows{margin:0 0 1rem;font-size:.9375rem}
.rows th,.rows td{padding:.625rem .75rem .625rem 0;background:none;vertical-align:top}
.rows th{font-size:.8125rem;font-weight:400;color:var(--pico-muted-color)}
.rows th:last-child,.rows td:last-child{padding-right:0}
.rows .amount{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.rows .when{white-space:nowrap;color:var(--pico-muted-color)}
@media (max-width:36rem){
.rows thead{position:absolute;left:-100vw}
.rows tr{display:grid;grid-template-columns:1fr auto;gap:0 1rem;padding:.75rem 0;border-top:1px solid var(--handbill-line)}
.rows td{display:block;padding:0;border:0}
.rows .when{grid-row:2;font-size:.8125rem}
.rows [data-label]{grid-row:2;font-size:.8125rem;color:var(--pico-muted-color)}
.rows [data-label]::before{content:attr(data-label) " "}
}
main [type=submit].danger{color:var(--handbill-bad);border-color:var(--handbill-bad)}
main [type=submit].danger:is(:hover,:focus,:active){background:var(--handbill-bad-ground)}
p.code{font-size:2.25rem;font-weight:700;letter-spacing:.08em;font-family:var(--pico-font-family-monospace)}
input.code{text-transform:uppercase;letter-spacing:.1em;font-family:var(--pico-font-family-monospace);max-width:16rem}
.session{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.75rem 2rem;padding-top:1rem;border-top:1px solid var(--handbill-line);font-size:.8125rem;color:var(--pico-muted-color)}
.session p{flex:1 1 16rem;margin:0;font-size:inherit;color:inherit}
.session form{margin:0}
`
