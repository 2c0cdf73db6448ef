// The command that fills a platform with synthetic posts, so that lists, search and pages can be tried with many of them.
import { progress } from '@clack/prompts'
import type { Command } from 'commander'
import { syntheticPost, syntheticSite } from '../../demo/synthetic-posts.ts'
import { Problem } from '../contract/problem.ts'
import { largestPlaces } from '../store/listing/places.ts'
import type { Platform } from '../usecases/platform.ts'
import { actorOf, type CliHost, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'

const mostPosts = 10_000_000
const batchSize = 500
/** Batches under way at once: one is made while another is written. */
const window = 2
const spreadOver = 2_000

/** Adds the command. */
export function addSeedCommand(cli: Command, host: CliHost): void {
  cli
    .command('seed')
    .description(
      'Publish synthetic posts under the account "seed". Moderation is skipped; a platform credit pays for them.',
    )
    .requiredOption('--posts <n>', 'how many')
    .action(async ({ posts }: { posts: string }) => {
      const wanted = readCount(posts)
      const begun = performance.now()
      const accountId = await withPlatform(host, platform => seed(platform, wanted))
      const seconds = Math.round((performance.now() - begun) / 100) / 10
      host.out(jsonLine({ posts: wanted, seconds, account_id: accountId }))
    })
}

function readCount(text: string): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= mostPosts) return count
  throw new Problem('invalid', `--posts: got "${text}"; it takes a whole number from 1 to ${mostPosts}`)
}

async function seed(platform: Platform, wanted: number): Promise<string> {
  if (!platform.facts.sites.some(site => site.id === syntheticSite))
    throw new Problem('unknown_site', `Synthetic posts are ${syntheticSite}; this platform has no such site.`)
  const places = await largestPlaces(platform.db, spreadOver)
  const actor = actorOf()
  const { accountId, first } = await platform.act('seedPosts', { actor, reserve: wanted, posts: [] })
  const bar = createBar(wanted)
  const underWay: Promise<unknown>[] = []
  try {
    for (let from = first; from < first + wanted; from += batchSize) {
      const size = Math.min(batchSize, first + wanted - from)
      const posts = Array.from({ length: size }, (_, i) => ({
        number: from + i,
        post: syntheticPost(from + i, platform.now(), places),
      }))
      if (underWay.length >= window) await underWay.shift()
      const written = platform.act('seedPosts', { actor, reserve: 0, posts }).then(() => bar.advance(size))
      // It is awaited later: a failure before that must not count as one that nobody looks at.
      written.catch(() => {})
      underWay.push(written)
    }
    await Promise.all(underWay)
    bar.stop(`${wanted} posts published`)
  } catch (error) {
    await Promise.allSettled(underWay)
    bar.stop('Stopped')
    throw error
  }
  return accountId
}

/** A progress bar on a terminal, nothing elsewhere. */
function createBar(max: number): { advance(step: number): void; stop(message: string): void } {
  if (!process.stderr.isTTY) return { advance() {}, stop() {} }
  const bar = progress({ max, output: process.stderr })
  bar.start('Publishing synthetic posts')
  return { advance: step => bar.advance(step), stop: message => bar.stop(message) }
}
