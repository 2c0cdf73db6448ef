// The mail that tells the reporter of a post how the report was decided. It quotes nothing of the report:
// the address may be somebody else's.

import { type Mail, mail } from './mail.ts'

export type DecidedReport = {
  id: string
  postId: string
  state: 'upheld' | 'dismissed' | 'withdrawn'
  /** The category that the post was removed under. */
  category: string | null
}

/** The mail. `baseUrl` is the address of the site. */
export function reportMail({ id, postId, state, category }: DecidedReport, baseUrl: string): Mail {
  const result = {
    upheld: `A person has looked, and the post was removed${category === null ? '' : `, under the category ${category} of the policy`}.`,
    dismissed: 'A person has looked: the post breaks no rule and stays.',
    withdrawn: 'Its author has deleted the post before a person decided.',
  }[state]
  return mail('What came of your report', [
    `Somebody reported the post ${postId} and left this address to be told what came of it.`,
    result,
    { link: `${baseUrl}/reports/${id}`, label: 'The page of the report' },
    'This is the only mail about it.',
  ])
}
