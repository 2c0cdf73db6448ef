// Handlers of the operations on an account.

import type { accountsOperations } from '../../contract/operations/accounts.ts'
import { Problem } from '../../contract/problem.ts'
import { accountView } from '../accounts/account-view.ts'
import { type Handler, holder } from './handler.ts'

export const accountsHandlers: Record<keyof typeof accountsOperations, Handler> = {
  async createAccount({ platform, request, body }) {
    const { name, email, handle } = body as { name: string; email: string; handle?: string }
    const {
      accountId,
      handle: chosen,
      apiKey,
    } = await platform.act('createAccount', {
      name,
      email,
      handle,
      ip: request.ip,
    })
    const { baseUrl } = request.site
    const value = {
      account_id: accountId,
      handle: chosen,
      api_key: apiKey,
      status: 'needs_card',
      next: 'Give account_url to the owner, who verifies the e-mail address and tops up there. Then post.',
      account_url: platform.links.accountUrl(baseUrl, accountId, platform.now()),
      policy_url: `${baseUrl}/v1/policy`,
      warning: 'The API key is shown once. Abusive posts cost ten times the price; three strikes end the account.',
    }
    return { value }
  },

  async getAccount({ platform, request }) {
    return { value: await accountView(platform, request.site.baseUrl, holder(request).accountId) }
  },

  async updateAccount({ platform, request, body }) {
    const { accountId } = holder(request)
    if ((body as { auto_recharge: { enabled: boolean } }).auto_recharge.enabled)
      throw new Problem('human_required', 'Auto-recharge spends money by itself: only the owner turns it on.')
    await platform.act('disableAutoRecharge', { accountId })
    return { value: await accountView(platform, request.site.baseUrl, accountId) }
  },

  async requestAccountDeletion({ platform, request }) {
    const account_url = platform.links.accountUrl(request.site.baseUrl, holder(request).accountId, platform.now())
    const message = 'Nothing has been deleted. The owner confirms the deletion on the account page.'
    return { value: { message, account_url, for_human: true } }
  },
}
