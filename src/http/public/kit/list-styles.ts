// The styles of lists apart from their cards: breadcrumbs, counted links, the search form, the calendar of a month.

export const listStyles = `
.crumbs ol:first-of-type,.counted{display:flex;flex-wrap:wrap;margin:0;padding:0}
.crumbs{display:block;font-size:.875rem;margin-bottom:.5rem}
.crumbs li{display:flex;align-items:baseline;list-style:none;margin:0;padding:.125rem 0}
.crumbs li+li::before{content:"›";margin:0 .5rem;color:var(--pico-muted-color)}
.crumbs a{margin:0;padding:.25rem 0}
.counted{gap:.125rem 1.25rem;margin-bottom:.5rem}
.counted li{list-style:none;margin:0;padding:.125rem 0}
.counted span{color:var(--pico-muted-color);font-size:.875em;font-variant-numeric:tabular-nums}
.inside{margin-bottom:1.5rem}
.inside h2{margin-bottom:.375rem}
.inside p,.follow{font-size:.875rem;margin:0}
.follow{color:var(--pico-muted-color);margin-bottom:1rem}
search .search{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:end;margin-bottom:1.5rem}
search .search label{flex:1 1 10rem;margin:0;font-weight:600;font-size:.9375rem}
search .search input{margin:.25rem 0 .5rem;font-weight:400}
search .search button{width:auto;margin:0 0 .5rem;padding-inline:1.5rem}
.facts a{color:inherit}
.topics li:has(a){padding:0}
.topics a{display:block;margin:0;padding:.125rem .625rem;border-radius:1rem;color:var(--pico-muted-color);text-decoration:none}
.topics a:hover,.topics a:focus{color:var(--pico-color);text-decoration:underline}
.months{display:flex;justify-content:space-between;gap:1rem;margin-bottom:1rem}
.months a{margin:0;padding:.25rem 0}
.months [rel=next]{margin-left:auto}
.month{table-layout:fixed;font-size:.8125rem;margin-bottom:1.5rem}
.month abbr{border:0;cursor:auto;text-decoration:none}
.month th{padding:.25rem .375rem;font-weight:400;color:var(--pico-muted-color)}
.month td{height:4.5rem;padding:.25rem .375rem;vertical-align:top;border:1px solid var(--handbill-line)}
.month td.blank{color:var(--pico-muted-color)}
.month time{font-weight:600}
.month .blank time{font-weight:400}
.month time span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.month ul{margin:.25rem 0 0;padding:0}
.month li{list-style:none;margin:0 0 .25rem;line-height:1.35}
.month .at{color:var(--pico-muted-color);font-variant-numeric:tabular-nums}
@media (max-width:44rem){
.month,.month tbody,.month tr,.month td{display:block;height:auto}
.month thead,.month td.blank{display:none}
.month td{border-width:1px 0 0;padding:.75rem 0;font-size:.9375rem}
.month time span{position:static;width:auto;height:auto;clip-path:none}
.month li{margin-bottom:.5rem}
}
`
