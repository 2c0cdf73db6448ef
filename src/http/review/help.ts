// The page of the keys, for browsers without the script that opens the dialog.
import { html } from '../public/kit/layout.ts'
import { reviewPage } from './frame.ts'
import { keysTable } from './keys.ts'
import { type ReviewRoute, sendPage } from './route.ts'

export const helpRoutes: readonly ReviewRoute[] = [
  {
    method: 'GET',
    path: '/review/keys',
    role: 'reviewer',
    async run(visit) {
      const body = html`<div class="message">
<h1>Keys</h1>
<p>No letter decides: a letter chooses, and Enter decides. Keys are off while Ctrl, Alt or Command is held, and while you write.</p>
${keysTable}
</div>`
      return sendPage(visit.reply, 200, await reviewPage(visit, { title: 'Keys', body }))
    },
  },
]
