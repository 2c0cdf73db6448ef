// On the page of a post with times: adds the reader's own time to each time with an end whose offset is not the reader's.
// It adds text, never markup. Pages are complete without it.
const { lang, dataset } = document.documentElement
/** @type {NodeListOf<HTMLTimeElement>} */
const times = document.querySelectorAll('time[data-until]')
for (const time of times) {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(time.dateTime) ?? []
  const start = new Date(time.dateTime)
  if (!sign || Number(sign + (Number(hours) * 60 + Number(minutes))) === -start.getTimezoneOffset()) continue
  const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const yours = document.createElement('span')
  yours.className = 'yours'
  const range = format.formatRange(start, new Date(time.dataset.until))
  yours.textContent = (dataset.yours ?? '{time} your time').replace('{time}', range)
  time.parentElement.append(yours)
}
