// Dismisses every open report of a post at once, as a person does who has read all of them.

import { openReportsOf } from '../../src/store/posts/reports.ts'
import type { Platform } from '../../src/usecases/platform.ts'

type By = { postId: string; actor?: string; reason?: string; seen?: string }

/** Returns the number of dismissed reports. Throws the problems of `dismissReports`. */
export async function dismissOpen(platform: Platform, { postId, actor = 'operator', reason = 'No.', seen }: By) {
  const reports = (await openReportsOf(platform.db, postId)).map(({ id }) => id)
  return platform.act('dismissReports', { postId, actor, reason, seen, reports })
}
