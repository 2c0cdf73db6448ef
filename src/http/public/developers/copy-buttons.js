// Adds a button to each block of code, and one that copies the page as Markdown; none without access to the clipboard.
const tools = document.querySelector('.tools')
const said = document.createElement('span')
said.role = 'status'
/**
 * @param {string} words
 * @param {() => string | Promise<string>} text
 */
const button = (words, text) => {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'copy'
  made.textContent = words
  made.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(await text())
      said.textContent = 'Copied.'
    } catch {
      said.textContent = 'The browser did not allow copying.'
    }
  })
  return made
}
if (navigator.clipboard) {
  /** @type {HTMLLinkElement} */
  const twin = document.querySelector('link[rel=alternate][type="text/markdown"]')
  tools.append(
    button('Copy as Markdown', async () => (await fetch(twin.href)).text()),
    said,
  )
  for (const block of document.querySelectorAll('pre')) {
    const code = document.createElement('div')
    code.className = 'code'
    block.replaceWith(code)
    code.append(
      block,
      button('Copy', () => block.textContent),
    )
  }
}
