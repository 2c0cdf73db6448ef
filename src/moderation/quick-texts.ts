// Which texts are read in the thread that answers requests, since sending them to another thread would cost more.
import { isPlain } from './prefilter/fold.ts'

const quickLength = 1_000

/** Whether a text is short and has letters of ASCII alone. What takes long to load must not be needed for it. */
export function isQuickText(text: string): boolean {
  return text.length <= quickLength && isPlain(text)
}
