// The mail that tells the owner how a person decided an appeal.
import { type Mail, mail, toAccount } from './mail.ts'

export type AnsweredAppeal = {
  postId: string
  /** The text of the appeal. */
  said: string
  granted: boolean
  /** The status of the post after the decision. */
  status: string
  /** The answer of the person who decided. */
  message: string
}

/** The mail. The account page is at `baseUrl`. */
export function appealMail(
  { postId, said, granted, status, message }: AnsweredAppeal,
  { handle, baseUrl }: { handle: string; baseUrl: string },
): Mail {
  const result =
    status === 'published' ? 'The post is public.' : 'What was rejected stays out, and its fee is given back too.'
  return mail(`The answer to your appeal on @${handle}`, [
    `A person has read the appeal about the post ${postId} of the account @${handle}:`,
    { quote: said },
    granted
      ? `It was granted: the penalty and the strike, where there were any, are given back. ${result}`
      : 'It was refused: the decision stands.',
    'The answer:',
    { quote: message },
    toAccount(baseUrl),
  ])
}
