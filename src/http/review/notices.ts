// What a form of the console says on the page that it leads to: each notice under the code that a cookie carries there.
const notices = {
  'signed-in': 'You are signed in.',
  undone: 'The decision was undone, and is yours again.',
  'undone-account': 'The decision about the account was undone.',
  skipped: 'Skipped. It comes back to you in an hour.',
  'second-opinion': 'Somebody else decides it.',
  noted: 'The note is kept.',
  released: 'The item is free again.',
  'nothing-left': 'Nothing is left that you could take.',
} as const

export type NoticeCode = keyof typeof notices

/** The words of a notice; undefined for a code that is not ours. */
export function noticeText(code: string | undefined): string | undefined {
  return code !== undefined && Object.hasOwn(notices, code) ? notices[code as NoticeCode] : undefined
}
