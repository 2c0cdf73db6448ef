// The forms about the deletion of the account: requesting it by typing the handle, and taking it back (contract.md §11).
import { limits } from '../../../contract/limits.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { field } from '../../private/forms.ts'
import { html } from '../../public/kit/layout.ts'
import { leadTo } from '../notices.ts'
import type { OwnersRoute } from '../route.ts'
import { sendSettings } from './settings.ts'

export const deletionRoutes: readonly OwnersRoute[] = [
  {
    method: 'POST',
    path: '/account/delete',
    grade: 'email',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const account = await existingAccount(platform, session.accountId)
      if (field(request, 'handle').trim().replace(/^@/, '').toLowerCase() !== account.handle)
        return sendSettings(
          visit,
          html`<strong>Nothing was deleted.</strong> What you have typed is not the handle of this account.`,
        )
      const now = platform.now()
      const eraseAt = now + limits.deletionMs
      const token = platform.links.sign({ account: account.id, grade: 'keep-account', eraseAt }, now)
      const link = `${request.site.baseUrl}/account/keep?t=${token}`
      await platform.act('requestDeletion', { accountId: account.id, eraseAt, link })
      return reply.redirect('/account', 303)
    },
  },
  {
    method: 'POST',
    path: '/account/delete/take-back',
    grade: 'email',
    async run({ platform, session, reply }) {
      const { id: accountId, erase_at: eraseAt } = await existingAccount(platform, session.accountId)
      const kept = eraseAt !== null && (await platform.act('takeBackDeletion', { accountId, eraseAt }))
      return leadTo(reply, '/account', kept ? 'deletion-taken-back' : 'deletion-over')
    },
  },
]
