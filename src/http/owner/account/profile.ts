// The page of the name, the handle, the e-mail address and the language of an account, with their forms.
import { limits } from '../../../contract/limits.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { span } from '../../../contract/words.ts'
import { sourceLanguage } from '../../../domain/languages/tongue.ts'
import { moment } from '../../../domain/times/moment.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { judgeChange } from '../../../usecases/accounts/judge-name.ts'
import { pendingOf } from '../../../usecases/accounts/people.ts'
import { field, readAddress } from '../../private/forms.ts'
import { hidden } from '../../private/frame.ts'
import { send } from '../../private/route.ts'
import { html } from '../../public/kit/layout.ts'
import { handleRule, isHandle, nameLength, nameRule, readName, typedHandle } from '../name-fields.ts'
import { leadTo } from '../notices.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { accountPage, heading } from './frame.ts'

const path = '/account/profile'
export const profileRoutes: readonly OwnersRoute[] = [
  { method: 'GET', path, grade: 'email', run: visit => show(visit) },
  {
    method: 'POST',
    path: `${path}/name`,
    grade: 'email',
    async run(visit) {
      const name = readName(visit.request)
      if (name === null) return show(visit, nameRule)
      return saved(visit, 'name-changed', async accountId => {
        const found = await judgedAs(visit, 'name', name)
        await visit.platform.act('changeName', { accountId, name, found })
      })
    },
  },
  {
    method: 'POST',
    path: `${path}/handle`,
    grade: 'email',
    async run(visit) {
      const handle = typedHandle(visit.request)
      if (!isHandle(handle)) return show(visit, handleRule)
      return saved(visit, 'handle-changed', async accountId => {
        const found = await judgedAs(visit, 'handle', handle)
        await visit.platform.act('changeHandle', { accountId, handle, found })
      })
    },
  },
  {
    method: 'POST',
    path: `${path}/address`,
    grade: 'email',
    async run(visit) {
      const { platform, request } = visit
      const email = readAddress(request)
      if (email === null) return show(visit, 'This is not an e-mail address.')
      return saved(visit, 'address-asked', async accountId => {
        const asked = { accountId, email, baseUrl: request.site.baseUrl }
        const outcome = await platform.act('askNewAddress', asked)
        if (outcome !== 'asked')
          throw new Problem(outcome, `The account cannot have this address. Nothing was changed.`)
      })
    },
  },
  {
    method: 'POST',
    path: `${path}/language`,
    grade: 'email',
    async run(visit) {
      const language = field(visit.request, 'language')
      if (!visit.platform.languages.all.some(({ tag }) => tag === language))
        return show(visit, 'Choose one of the languages of the list.')
      return saved(visit, 'language-changed', accountId =>
        visit.platform.act('changeLanguage', { accountId, language }),
      )
    },
  },
  {
    method: 'POST',
    path: `${path}/stop`,
    grade: 'email',
    run: visit => saved(visit, 'address-stopped', accountId => visit.platform.act('stopNewAddress', { accountId })),
  },
]

/** What a person is to look at in a new name or handle. Throws `invalid`. */
async function judgedAs({ platform, request }: Visit, member: 'name' | 'handle', text: string) {
  const { id: site } = request.site
  return { site, findings: await judgeChange(platform, site, { member, text }) }
}

async function saved(visit: Visit, notice: string, act: (accountId: string) => Promise<unknown>) {
  try {
    await act(visit.session.accountId)
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'overloaded') throw error
    return show(visit, error.message, error.status)
  }
  return leadTo(visit.reply, path, notice)
}

async function show(visit: Visit, wrong?: string, status = wrong === undefined ? 200 : 400) {
  const { platform, session, csrf, reply } = visit
  const account = await existingAccount(platform, session.accountId)
  const { change, handleFrom } = await pendingOf(platform, account.id)
  const body = html`${heading('Name and address', 'Who the account is for its people, for readers and for our mails, and the language of those.')}
<section aria-labelledby="name"><h2 id="name">Name</h2>
<form method="post" action="${path}/name">${hidden('csrf', csrf)}<label>Name <input name="name" maxlength="${nameLength}" required value="${account.name}"></label><button type="submit">Save the name</button></form></section>
<section aria-labelledby="handle"><h2 id="handle">Handle</h2>
<p>Readers see @${account.handle}. After a change published posts show the new handle; the former one leads to it, and is nobody else's for ${span(limits.formerHandleKeptMs)}. The next change is possible after ${span(limits.handleChangeEveryMs)}.</p>
${handleFrom > platform.now() ? html`<p>It can be changed again on ${moment(handleFrom)}.</p>` : html`<form method="post" action="${path}/handle">${hidden('csrf', csrf)}<label>Handle <input name="handle" autocapitalize="none" spellcheck="false" maxlength="25" required value="${account.handle}"></label><button type="submit">Change the handle</button></form>`}</section>
<section aria-labelledby="address"><h2 id="address">E-mail address</h2>
<p><bdi>${account.email}</bdi>. Both mailboxes confirm a change. Then you sign in with the new address, and passkeys of the old one end. The old mailbox can take it back for ${span(limits.addressTakeBackMs)}.</p>
${
  change &&
  html`<p>A change to <bdi>${change.new_email}</bdi> waits until ${moment(change.expires_at)} for ${change.old_confirmed_at === null && change.new_confirmed_at === null ? 'both mailboxes' : change.old_confirmed_at === null ? 'the old mailbox' : 'the new mailbox'}.</p>
<form method="post" action="${path}/stop">${hidden('csrf', csrf)}<button type="submit" class="outline secondary">Stop the change</button></form>`
}
<form method="post" action="${path}/address">${hidden('csrf', csrf)}<label>Another address <input name="email" type="email" maxlength="${limits.emailLength}" required></label><button type="submit">Ask both mailboxes</button></form></section>
<section aria-labelledby="language"><h2 id="language">Language of mails</h2>
<p>Mails about the account are in this language, to all of its people. These pages are in English.</p>
<form method="post" action="${path}/language">${hidden('csrf', csrf)}<label>Language <select name="language" autocomplete="off">${platform.languages.all.map(
    ({ tag, name }) =>
      html`<option value="${tag}" lang="${tag}"${tag === (account.language ?? sourceLanguage) && html` selected`}>${name}</option>`,
  )}</select></label><button type="submit">Save the language</button></form></section>`
  const alert = wrong === undefined ? undefined : html`<p><strong>Not saved.</strong> ${wrong}</p>`
  return send(
    reply,
    status,
    accountPage(visit, { account, title: 'Name and address', section: '/account/settings', body, alert }),
  )
}
