// On the home page of readers who have chosen no place: shows what is near the best known city of the browser's time zone, and
// offers to ask the browser where it is. Sends no more than the zone, or a point rounded to about a kilometre, to this service.
/** @type {HTMLElement} */
const main = document.querySelector('#content')
const where = main.querySelector('.where')

/**
 * Shows the list near a guessed place in this page.
 * @param {Record<string, string>} query
 */
async function show(query) {
  const answer = await fetch(`${where.getAttribute('action')}guess?${new URLSearchParams(query)}`)
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const list = page.querySelector('#content')
  if (query.zone && !list.querySelector('.cards')) return
  // A shorter list brings nothing from below into the first screen.
  main.style.minHeight = `${Math.min(main.offsetHeight, innerHeight)}px`
  main.replaceChildren(...list.children)
}

if (where && navigator.geolocation) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'secondary outline locate'
  button.textContent = document.documentElement.dataset.locate ?? 'Use where I am'
  /** @param {number} degrees */
  const round = degrees => degrees.toFixed(2)
  button.addEventListener('click', () =>
    navigator.geolocation.getCurrentPosition(({ coords }) =>
      show({ lat: round(coords.latitude), lon: round(coords.longitude) }),
    ),
  )
  where.append(button)
}

const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
// A zone without a region, such as UTC, has no city.
if (where && zone?.includes('/') && location.search === '') void show({ zone })
