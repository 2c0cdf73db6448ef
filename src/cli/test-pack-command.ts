// The command that prints the scenarios that a client should pass with a test key; it needs no database.
import { type Command, Option } from 'commander'
import { siteRow } from '../contract/sites.ts'
import { testOutcomePrefix, testOutcomes } from '../contract/test-mode.ts'
import type { CliHost } from './host.ts'

/** What a client sees: the first answer, how far the clock is to be advanced then, and the status of the post after that. */
type Expected = { status: number; post_status?: string; code?: string; advance?: string; final_status?: string }

const expected: Record<keyof typeof testOutcomes, Expected> = {
  published: { status: 202, post_status: 'queued', final_status: 'published' },
  'review-published': { status: 202, post_status: 'queued', advance: 'PT2M', final_status: 'published' },
  'review-rejected': { status: 202, post_status: 'queued', advance: 'PT2M', final_status: 'rejected' },
  'low-quality': { status: 202, post_status: 'queued', final_status: 'rejected' },
  abuse: { status: 202, post_status: 'queued', final_status: 'rejected' },
  'abuse-at-once': { status: 422, code: 'abuse', post_status: 'rejected', final_status: 'rejected' },
  'ask-approved': { status: 202, post_status: 'awaiting_owner', advance: 'PT3M', final_status: 'published' },
  'ask-refused': { status: 202, post_status: 'awaiting_owner', advance: 'PT2M', final_status: 'cancelled' },
  budget: { status: 402, code: 'budget_exhausted' },
  'no-money': { status: 402, code: 'insufficient_balance' },
  unsure: { status: 202, post_status: 'queued', advance: 'P1D', final_status: 'review' },
  slow: { status: 202, post_status: 'queued', advance: 'PT21M', final_status: 'published' },
  'model-down': { status: 202, post_status: 'queued', advance: 'P1D', final_status: 'review' },
  gone: { status: 202, post_status: 'queued', advance: 'PT2M', final_status: 'removed' },
}

export function addTestPackCommand(cli: Command, host: CliHost): void {
  const ids = host.sites.map(site => site.id)
  cli
    .command('test-pack')
    .description('Print the scenarios that a client should pass with a test key, one JSON line each.')
    .addOption(new Option('--site <site>', 'a configured site; the first site when left out').choices(ids))
    .action(({ site: wanted }: { site?: string }) => {
      const { id, baseUrl } = host.sites.find(site => wanted === undefined || site.id === wanted)!
      const { example } = siteRow(id)
      for (const [name, does] of Object.entries(testOutcomes) as [keyof typeof testOutcomes, string][])
        host.out(
          JSON.stringify({
            scenario: name,
            does,
            request: {
              method: 'POST',
              url: `${baseUrl}/v1/posts`,
              body: { ...example, topics: [testOutcomePrefix + name] },
            },
            expect: expected[name],
          }),
        )
    })
}
