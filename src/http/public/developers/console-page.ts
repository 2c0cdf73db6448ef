// The console: a page that sends a dry run of a post with a pasted key, which stays in the memory of the page.

import { html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import type { PageSite } from '../kit/spoken.ts'
import { indented, type Setting } from './quickstart/setting.ts'
import { consoleScript } from './scripts.ts'

const lede =
  'Checks and prices a post with a dry run: nothing is stored, charged or published. The key stays in the memory of this page; it is sent to this site alone and never stored.'

/** The page. The fields are disabled until the script runs, and have no names: without the script no form can send a key. */
export function consoleHtml({ site, baseUrl, post }: Setting, context: PageSite): string {
  return layout({
    title: 'Console',
    site: context,
    description: `Try ${site.nouns} out with a dry run, in the browser.`,
    canonical: `${baseUrl}/console/`,
    head: html`<script type="module" src="${consoleScript.path}"></script>`,
    body: html`<h1>Console</h1>
<p class="lede">${lede}</p>
<div class="notice"><p id="ready">This page needs JavaScript. Without JavaScript, use curl: see the <a href="/developers/#curl">quickstart</a>.</p></div>
<form id="console" class="console" data-base="${baseUrl}">
<fieldset id="fields" disabled>
<label for="key">API key</label>
<input id="key" type="text" class="secret" autocomplete="off" autocapitalize="none" spellcheck="false" required pattern="\\s*ak_[0-9A-Za-z]+\\s*" title="It begins with ak_." aria-describedby="about-key">
<small id="about-key">It begins with <code>ak_</code>. An account and its first key come from <a href="/developers/#quickstart">signing up</a>.</small>
<label for="body">Body, as JSON</label>
<textarea id="body" rows="14" spellcheck="false" required>${indented(post)}</textarea>
<button>Try it out</button>
</fieldset>
<p id="said" role="status"></p>
<h2>Answer</h2>
<pre tabindex="0"><code id="answer"></code></pre>
<h2>The same by curl</h2>
<p>With the key in <code>HANDBILL_KEY</code>:</p>
<pre tabindex="0"><code id="curl"></code></pre>
</form>`,
  })
}

export function consoleMarkdown({ site, baseUrl, post }: Setting): string {
  const body = indented(post).replaceAll("'", `'\\''`)
  return `# Console

${lede} The page at ${baseUrl}/console/ needs JavaScript; it sends this for ${site.nouns}:

\`\`\`sh
curl -sS '${baseUrl}/v1/posts?dry_run=true' \\
  -H "Authorization: Bearer $HANDBILL_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${body}'
\`\`\`
`
}
