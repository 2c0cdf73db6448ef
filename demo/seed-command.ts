// The command that fills a platform with synthetic posts, to try lists, search and pages with many posts.
import { progress } from '@clack/prompts'
import type { Command } from 'commander'
import { actorOf, type CliHost, withPlatform } from '../src/cli/host.ts'
import { jsonLine } from '../src/cli/json-line.ts'
import { Problem } from '../src/contract/problems/problem.ts'
import type { Platform } from '../src/usecases/platform.ts'
import { seed } from '../src/usecases/posts/seed.ts'
import { syntheticPost, syntheticSite } from './synthetic-posts.ts'

const mostPosts = 10_000_000

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
      const accountId = await withPlatform(host, platform => publish(platform, wanted), { missing: 'create' })
      const seconds = Math.round((performance.now() - begun) / 100) / 10
      host.out(jsonLine({ posts: wanted, seconds, account_id: accountId }))
    })
}

function readCount(text: string): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= mostPosts) return count
  throw new Problem('invalid', `--posts: got "${text}"; it takes a whole number from 1 to ${mostPosts}`)
}

async function publish(platform: Platform, wanted: number): Promise<string> {
  if (!platform.facts.sites.some(site => site.id === syntheticSite))
    throw new Problem('unknown_site', `Synthetic posts are ${syntheticSite}; this platform has no such site.`)
  const bar = createBar(wanted)
  try {
    const accountId = await seed(platform, {
      ...{ site: syntheticSite, wanted, actor: actorOf(), make: syntheticPost },
      advance: posts => bar.advance(posts),
    })
    bar.stop(`${wanted} posts published`)
    return accountId
  } catch (error) {
    bar.stop('Stopped')
    throw error
  }
}

/** A progress bar on a terminal. Elsewhere nothing is shown. */
function createBar(max: number): { advance(step: number): void; stop(message: string): void } {
  if (!process.stderr.isTTY) return { advance() {}, stop() {} }
  const bar = progress({ max, output: process.stderr })
  bar.start('Publishing synthetic posts')
  return { advance: step => bar.advance(step), stop: message => bar.stop(message) }
}
