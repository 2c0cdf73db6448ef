// The page of the keys, for whoever has no script to open the dialog.
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
<p>No key decides by itself: it chooses, and Enter on the button decides. Keys rest while Ctrl, Alt or Command is held, and while you write.</p>
${keysTable}
</div>`
      return sendPage(visit.reply, 200, await reviewPage(visit, { title: 'Keys', body }))
    },
  },
]
