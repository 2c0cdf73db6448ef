// The forms about the e-mail address of the account: asking for the verification mail, giving another address.
import { Problem } from '../../../contract/problems/problem.ts'
import { askedLanguage } from '../../../edge/asked-language.ts'
import { verificationMail } from '../../../mails/accounts.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { readAddress } from '../../private/forms.ts'
import { leadTo } from '../notices.ts'
import type { OwnersRoute, Visit } from '../route.ts'

export const addressRoutes: readonly OwnersRoute[] = [
  { method: 'POST', path: '/account/verification', grade: 'agent', run: askForMail },
  { method: 'POST', path: '/account/address', grade: 'agent', run: changeAddress },
]

async function askForMail({ platform, session, request, reply }: Visit) {
  const { id, handle, email, language } = await existingAccount(platform, session.accountId)
  const { site } = request
  const now = platform.now()
  const token = platform.links.sign({ account: id, grade: 'verify', email }, now)
  const letter = verificationMail(site, handle, `${site.baseUrl}/account/verify?t=${token}`, now)
  const mail = letter(platform.languages.tongue(language ?? askedLanguage(request)))
  const outcome = await platform.act('requestVerification', { accountId: id, email, ...mail })
  return leadTo(reply, '/account', outcome === 'sent' ? 'mail-sent' : outcome)
}

/** Sets another address and mails the link to it. */
async function changeAddress(visit: Visit) {
  const { platform, session, request, reply } = visit
  const email = readAddress(request)
  if (email === null) throw new Problem('invalid', 'This is not an e-mail address. Nothing was changed.')
  const outcome = await platform.act('changeAddress', { accountId: session.accountId, email })
  if (outcome === 'already-verified') return leadTo(reply, '/account', outcome)
  if (outcome !== 'changed') throw new Problem(outcome, refusalWords[outcome])
  return askForMail(visit)
}

const refusalWords = {
  email_taken: 'An account has verified this address already. Give another one.',
  banned: 'The account is banned, or this address belongs to an account that is. Nothing was changed.',
} as const
