// What the account page says after a form about its deletion was sent.

/** Notices that these forms leave for the next page. */
export const deletionNotices: Record<string, string> = {
  'deletion-taken-back': 'The account stays. Its keys and webhooks have ended; make new keys below.',
  'deletion-over': 'This was taken back before. The account stays.',
}
