// Mails the owner why a text was rejected or removed.
import { limits } from '../../contract/limits.ts'
import type { RejectionBasis } from '../../domain/review/statement.ts'
import { utcDay } from '../../domain/times/time.ts'
import { statementMail } from '../../mails/posts.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { count } from '../../store/accounts/counters.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { isEdit, type RevisionRow } from '../../store/posts/revisions.ts'
import { homeOf, mailOwner } from '../money/warnings.ts'
import { rejectionOf } from '../rules/views.ts'
import type { Scope } from '../scope.ts'

/**
 * Mails the owner the statement of reasons for a rejection or removal without a penalty. The mails a UTC day are limited, since
 * an agent can have any number of posts rejected.
 */
export async function stateReasons(scope: Scope, { id: postId }: PostRow, revision: RevisionRow): Promise<void> {
  const { db, now } = scope
  const account = await accountById(db, revision.account_id)
  const rejection = rejectionOf(postId, revision)
  // The notice of a penalty holds its own statement.
  if (!account?.email_verified || !rejection || rejection.penalized) return
  if ((await count(db, 'statement-mail', account.id, utcDay(now))) > limits.statementMailsPerDay) return
  const what = revision.status === 'removed' ? 'removed' : 'rejected'
  const of = { handle: account.handle, baseUrl: homeOf(scope) }
  const { helps } = JSON.parse(revision.rejection_basis ?? '{}') as Partial<RejectionBasis>
  const mail = statementMail({ postId, what, edit: isEdit(revision), rejection, helps }, of)
  await mailOwner(scope, account, mail, { about: 'posts' })
}
