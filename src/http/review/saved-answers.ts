// Saved answers: their page, and the fields with which the form of an item picks one or keeps its reason as one.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { problems } from '../../contract/problems/problems.ts'
import { answersOf, keepAnswer, type SavedAnswer } from '../../usecases/review/saved-answers.ts'
import { field } from '../private/forms.ts'
import { hidden } from '../private/frame.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { reviewPage } from './frame.ts'
import { leadTo } from './notices.ts'
import { plain } from './plain-text.ts'
import { type ReviewRoute, type ReviewVisit, sendPage } from './route.ts'

const path = '/review/answers'

export const savedAnswerRoutes: readonly ReviewRoute[] = [
  { method: 'GET', path, role: 'reviewer', run: visit => show(visit) },
  {
    method: 'POST',
    path,
    role: 'reviewer',
    async run(visit) {
      const { platform, session, request, reply } = visit
      try {
        const given = { name: field(request, 'name'), answer: field(request, 'answer') }
        await keepAnswer(platform, { reviewer: session.reviewer.email, ...given })
      } catch (error) {
        if (error instanceof Problem && error.code === 'invalid') return show(visit, error.message)
        throw error
      }
      return leadTo(reply, path, 'answer-kept')
    },
  },
  {
    method: 'POST',
    path: `${path}/delete`,
    role: 'reviewer',
    async run({ platform, session, request, reply }) {
      await platform.act('forgetAnswer', { reviewer: session.reviewer.email, name: field(request, 'name') })
      return leadTo(reply, path, 'answer-deleted')
    },
  },
]

async function show(visit: ReviewVisit, wrong?: string) {
  const { platform, session, request, reply, csrf } = visit
  const answers = await answersOf(platform, session.reviewer.email)
  const body = html`<div class="queue">
<h1>Saved answers</h1>
<p>At most ${limits.savedAnswers}, for this reviewer alone. The form of an item offers them. A name that is taken gets the new answer.</p>
${answers.length === 0 ? html`<p class="calm">None is saved yet.</p>` : list(answers, csrf)}
<h2>Keep an answer</h2>
<form class="decide" method="post" action="${path}">
${hidden('csrf', csrf)}
<label for="name">Name</label>
<input id="name" name="name" maxlength="${limits.savedAnswerName}" value="${field(request, 'name')}" autocomplete="off" required>
<label for="answer">Answer</label>
<textarea id="answer" name="answer" rows="4" maxlength="${limits.appealCodePoints}" required>${field(request, 'answer')}</textarea>
<button type="submit" id="send">Keep the answer</button>
</form>
</div>`
  const alert = wrong === undefined ? undefined : html`<p><strong>Not kept.</strong> ${wrong}</p>`
  const page = await reviewPage(visit, { title: 'Saved answers', section: path, body, alert })
  return sendPage(reply, wrong === undefined ? 200 : problems.invalid.status, page)
}

function list(answers: readonly SavedAnswer[], csrf: string): Html {
  return html`<ul class="lines">${answers.map(
    ({
      name,
      answer,
    }) => html`<li><strong><bdi>${plain(name)}</bdi></strong><div class="said"><bdi>${plain(answer)}</bdi></div>
<form method="post" action="${path}/delete">
${hidden('csrf', csrf)}
${hidden('name', name)}
<button type="submit" class="quiet" aria-label="Delete the answer ${name}">Delete</button>
</form></li>\n`,
  )}</ul>`
}

/** The fields of the form of an item: pick a saved answer, or keep the reason as one. They follow its first button. */
export function answerFields(answers: readonly SavedAnswer[]): Html {
  return html`<details class="aside"><summary>Saved answers</summary>
${
  answers.length > 0 &&
  html`<label for="saved">Use a saved answer</label>
<select id="saved" name="saved"><option value="">Choose one</option>${answers.map(({ name, answer }) => html`<option value="${name}" data-answer="${answer}">${name}</option>\n`)}</select>
<button type="submit" class="quiet" name="with" value="fill" formnovalidate>Fill it in</button>
`
}<button type="submit" class="quiet" name="with" value="keep" formnovalidate>Keep the reason above, named by its first words</button>
<p class="small"><a href="${path}">All saved answers</a></p>
</details>`
}
