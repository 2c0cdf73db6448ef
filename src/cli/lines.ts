// Cuts a stream into lines, with one line in memory at a time.
import { StringDecoder } from 'node:string_decoder'

/** One line of input. `text` is null for a line longer than the limit. `number` counts from 1. */
export type Line = { number: number; text: string | null }

/** The lines of a stream, without their line ends. The text of a line longer than `limit` characters is dropped. */
export async function* linesOf(input: AsyncIterable<string | Buffer>, limit: number): AsyncGenerator<Line> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let tooLong = false
  let number = 0
  const line = (text: string): Line => {
    const whole = rest + text
    const kept = tooLong || whole.length > limit ? null : whole.replace(/\r$/, '')
    rest = ''
    tooLong = false
    return { number: ++number, text: kept }
  }
  for await (const chunk of input) {
    const pieces = (typeof chunk === 'string' ? chunk : decoder.write(chunk)).split('\n')
    const last = pieces.pop() ?? ''
    for (const piece of pieces) yield line(piece)
    rest = tooLong ? '' : rest + last
    if (rest.length > limit) {
      tooLong = true
      rest = ''
    }
  }
  rest += decoder.end()
  if (rest !== '' || tooLong) yield line('')
}
