// The notices of the account page after a form about the deletion of the account.

/** Notices by their code. */
export const deletionNotices: Record<string, string> = {
  'deletion-taken-back': 'The account stays. Its keys and webhooks have ended; make new keys below.',
  'deletion-over': 'The deletion was already taken back. The account stays.',
}
