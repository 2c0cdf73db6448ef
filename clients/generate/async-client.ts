// Writes the client for asyncio from the one without, so that no method stands twice.

/** The methods that wait for an answer. */
const waiting = 'call|create_post|check_post|edit_post|get_post|wait_for_decision|close|each|_run'

const changes: readonly [RegExp, string][] = [
  [
    /^"""The client of a site, without asyncio\."""/,
    '"""The client of a site for asyncio. Made from client.py by `node clients/generate.ts`. Do not edit it."""',
  ],
  [/^import time$/m, 'import asyncio\nimport time'],
  [/\b(Handbill|Outcomes)\b/g, 'Async$1'],
  [/\bTransport\b/g, 'AsyncTransport'],
  [/\bopen_transport\b/g, 'open_async_transport'],
  [/^from \.transport import NoAnswer, AsyncTransport,/m, 'from .transport import AsyncTransport, NoAnswer,'],
  [/\bIterator\b/g, 'AsyncIterator'],
  [new RegExp(`\\bdef (${waiting})\\(`, 'g'), 'async def $1('],
  [/\bdef __(enter|exit|iter)__/g, 'async def __a$1__'],
  [/\byield from (page\["items"\])/g, 'for item in $1:\n                yield item'],
  [/\btime\.sleep\(/g, 'await asyncio.sleep('],
  [/self\._run\(asked\)\.json|self\._client\._run\(asked\)\.json/g, '(await $&)'],
  [/\(await (.+)\.json\)/g, '(await $1).json'],
  [/(?<!\(await )\b(self\.(_run|close|call|_transport\.\w+)\()/g, 'await $1'],
]

/** The text of async_client.py. Throws if client.py has nothing for one of the changes. */
export function asyncClient(client: string): string {
  return changes.reduce((text, [from, to]) => {
    if (text.search(from) < 0) throw new Error(`client.py has nothing like ${from}`)
    return text.replace(from, to)
  }, client)
}
