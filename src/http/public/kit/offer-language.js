// On a page in another language than that of the browser: links to the same page in that language, where the footer has it. The
// page itself is the same for every browser, so that each cache keeps one. Sends nothing; without it the footer has the links.
/** @type {NodeListOf<HTMLAnchorElement>} */
const offered = document.querySelectorAll('#languages a[data-offer]')
const links = [...offered]

/**
 * The link to a language: `pt-BR` finds `pt-BR`, else `pt`, else any other `pt-…`.
 * @param {string} language
 */
function linkTo(language) {
  const parts = language.toLowerCase().split('-')
  const wanted = parts.map((_, i) => parts.slice(0, parts.length - i).join('-'))
  const exact = wanted.flatMap(tag => links.filter(({ lang }) => lang.toLowerCase() === tag))
  return exact[0] ?? links.find(({ lang }) => lang.toLowerCase().split('-')[0] === parts[0])
}

const found = navigator.languages.map(linkTo).find(link => link)
if (found && found.lang !== document.documentElement.lang) {
  const link = document.createElement('a')
  link.href = found.href + location.search
  Object.assign(link, { hreflang: found.lang, lang: found.lang, dir: found.dir, textContent: found.dataset.offer })
  const line = document.createElement('p')
  line.className = 'offer'
  line.append(link)
  document.querySelector('body > header').append(line)
}
