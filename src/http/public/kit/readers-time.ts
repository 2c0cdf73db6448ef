// The only script of readers' pages: it adds the reader's own time to times in other zones. Pages are complete without it.
import { asset } from './stylesheet.ts'

/** Adds text, never markup, to each time with an end whose offset is not the reader's. */
const script = `for (const time of document.querySelectorAll('time[data-until]')) {
  const [, sign, hours, minutes] = /([+-])(\\d\\d):(\\d\\d)$/.exec(time.dateTime) ?? []
  const start = new Date(time.dateTime)
  if (!sign || Number(sign + (hours * 60 + Number(minutes))) === -start.getTimezoneOffset()) continue
  const format = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const yours = document.createElement('span')
  yours.className = 'yours'
  yours.textContent = format.formatRange(start, new Date(time.dataset.until)) + ' your time'
  time.parentElement.append(yours)
}
`

export const readersTime = asset('js', 'text/javascript; charset=utf-8', script)
