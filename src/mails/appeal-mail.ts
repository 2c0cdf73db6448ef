// The mail that tells the owner what a person answered to an appeal.
import { type Mail, mail, toAccount } from './mail.ts'

export type AnsweredAppeal = {
  postId: string
  /** What the author wrote. */
  said: string
  granted: boolean
  /** Where the post stands after it. */
  status: string
  /** What the person answers. */
  message: string
}

/** The mail. `baseUrl` is where the account page is. */
export function appealMail(
  { postId, said, granted, status, message }: AnsweredAppeal,
  { handle, baseUrl }: { handle: string; baseUrl: string },
): Mail {
  const stands =
    status === 'published' ? 'The post is public.' : 'What was rejected stays out, and its fee is given back too.'
  return mail(`The answer to your appeal on @${handle}`, [
    `A person has read the appeal about the post ${postId} of the account @${handle}:`,
    { quote: said },
    granted
      ? `It was granted: the penalty and the strike, where there were any, are given back. ${stands}`
      : 'It was refused: the decision stands.',
    'The answer:',
    { quote: message },
    toAccount(baseUrl),
  ])
}
