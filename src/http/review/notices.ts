// The notices that a form of the console leaves for the next page, by the code that a cookie carries.
import { limits } from '../../contract/limits.ts'
import { span } from '../../contract/words.ts'
import { noticesIn } from '../private/session.ts'

export const { leadTo, takeNotice } = noticesIn('review-notice', {
  'signed-in': 'You are signed in.',
  undone: 'The decision was undone. You hold the item again.',
  'undone-account': 'The decision about the account was undone.',
  skipped: `Skipped. It comes back to you in ${span(limits.reviewSkipMs)}.`,
  'second-opinion': 'Another reviewer will decide it.',
  noted: 'The note was saved.',
  'answer-kept': 'The answer was kept.',
  'answer-deleted': 'The answer was deleted.',
  'entry-added': 'The entry was added.',
  'entry-known': 'This value is on a list already.',
  'entry-removed': 'The entry was removed.',
  'entry-enforced': 'The entry takes effect.',
  released: 'The item is free again.',
  'grave-shown': 'Grave texts are shown at once in this browser.',
  'grave-covered': 'Grave texts are covered until you show them.',
  'nothing-left': 'There is no item that you can take.',
})
