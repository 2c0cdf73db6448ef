// Handlers of the operations on an account.

import { askToDelete } from '../../contract/for-owner.ts'
import { limits } from '../../contract/limits.ts'
import type { accountsOperations } from '../../contract/operations/accounts.ts'
import type { PostReadiness } from '../../contract/operations/blocking.ts'
import { invalid, Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { spokenFor } from '../../domain/languages/accepted.ts'
import { accountView, newAccountView } from '../accounts/account-view.ts'
import { judgeNames } from '../accounts/judge-name.ts'
import { readUntil } from '../read-until.ts'
import { siteInWorld, worldsOf } from '../test-mode.ts'
import { type Handlers, holder } from './handler.ts'

export const accountsHandlers: Handlers<typeof accountsOperations> = {
  async createAccount({ platform, request, body: { name, email, handle, language, test } }) {
    await platform.act('countSignUp', { ip: request.ip })
    if (test) {
      const made = await worldsOf(platform).signUp({ name, email, handle })
      return { value: await newAccountView(made.platform, siteInWorld(made.platform, request.site), made) }
    }
    const judged = await judgeNames(platform, request.site.id, { name, handle })
    const found = { site: request.site.id, findings: judged.found }
    const tags = platform.languages.all.map(({ tag }) => tag)
    const mails = { language: language === undefined ? null : spokenFor(language, tags) }
    const made = await platform.act('createAccount', { name, email, handle: judged.handle, found, ...mails })
    return { value: await newAccountView(platform, request.site, made) }
  },

  async getAccount({ platform, request, query: { wait_for: waitsFor, wait } }) {
    if (wait !== undefined && waitsFor === undefined) throw invalid(['/wait: goes with wait_for=ready'])
    const seconds = waitsFor && (wait ?? limits.waitSeconds)
    const read = () => accountView(platform, request.site, holder(request))
    const isDone = ({ ready_to_post: ready }: PostReadiness) => ready
    return { value: await readUntil(platform, request, { seconds, isDone }, read) }
  },

  async updateAccount({ platform, request, body }) {
    const { accountId } = holder(request)
    if (body.auto_recharge.enabled)
      throw new Problem(
        'human_required',
        'Auto-recharge spends money by itself: only the owner turns it on, on the account page.',
        { ask: 'turn auto-recharge on yourself, if your card is to be charged by itself' },
      )
    await platform.act('disableAutoRecharge', { accountId })
    return { value: await accountView(platform, request.site, holder(request)) }
  },

  async deleteAccount({ platform, request }) {
    const { accountId } = holder(request)
    const account_url = platform.links.accountUrl(request.site.baseUrl, accountId, platform.now(), 'deletion')
    const message_for_owner = askToDelete(account_url)
    return { value: { message: sentences.deletionAsked, account_url, for_human: true, message_for_owner } }
  },
}
