// Long work in pieces, between which other requests are answered.
import { setImmediate } from 'node:timers/promises'

/** Maps items one after another, and lets the event loop turn after every `atOnce` of them. */
export async function mapWithPauses<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made,
  atOnce = 1,
): Promise<Made[]> {
  const made: Made[] = []
  for (const item of items) {
    if (made.length > 0 && made.length % atOnce === 0) await setImmediate()
    made.push(make(item))
  }
  return made
}
