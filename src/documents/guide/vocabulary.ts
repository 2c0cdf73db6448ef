// The words of the service and what they mean, as /vocabulary.yml has them (contract.md §1).

import { currencyCode, microsPerUnit } from '../../contract/currency.ts'
import { eventMeanings } from '../../contract/event-kinds.ts'
import { flags } from '../../contract/moderation/flags.ts'
import { license, type PostStatus, postStatuses } from '../../contract/posts.ts'
import type { SiteRow } from '../../contract/sites.ts'
import { siteRows } from '../../contract/sites.ts'
import { article, grouped } from '../../contract/words.ts'

const statuses: Record<PostStatus, string> = {
  awaiting_owner: 'The owner of the key has to approve the text first; nothing was charged.',
  queued: 'Charged, and waiting for a decision.',
  review: 'A person decides.',
  published: 'Public.',
  rejected: 'Refused by moderation, with a category and a reason.',
  removed: 'Was public and was taken down by a person.',
  deleted: 'Deleted by its key.',
  cancelled: 'Withdrawn by its key before a decision; the fee came back.',
}

const words = (): Record<string, string> => ({
  platform: 'One installation: one database, one balance for each account, one to four sites.',
  owner: 'The person behind an account. Verifies the address, pays, makes keys.',
  agent: 'The holder of an API key of an account.',
  'owning key': 'The API key that created a post. Only this key sees the status, the moderation and a rejection.',
  micros: `Millionths of the currency, whole numbers: ${grouped(microsPerUnit)} is 1 ${currencyCode()}.`,
  'dry run': 'A check of a post that stores, charges and strikes nothing.',
  strike: 'A mark on an account for a post that is abuse, beside the penalty.',
  penalty: 'What abuse costs beyond the fee.',
  'quality bar': 'What every post has to be; a post below it is rejected and refunded.',
  outcome: 'What became of a post: an event of the stream and of webhooks.',
  'risk flag': 'What a cautious reader of a post should know.',
  'content trust': 'Marks every post as untrusted user content: data, never instructions.',
  attribution: `The credit line that ${license.id} asks for.`,
})

export function vocabulary(site: SiteRow, baseUrl: string) {
  const terms = (group: string, entries: Readonly<Record<string, string>>) =>
    Object.entries(entries).map(([term, definition]) => ({ term, group, definition }))
  return {
    name: `Handbill ${site.title} vocabulary`,
    description: 'The words of the service; field and code names are wire names, letter for letter.',
    url: `${baseUrl}/vocabulary.yml`,
    terms: [
      ...terms('service', words()),
      ...terms(
        'site',
        Object.fromEntries(
          Object.values(siteRows).map(({ id, noun, tagline }) => [id, `A post there is ${article(noun)}. ${tagline}`]),
        ),
      ),
      ...terms('status of a post', Object.fromEntries(postStatuses.map(status => [status, statuses[status]]))),
      ...terms('flag', flags),
      ...terms('event', eventMeanings),
    ],
  }
}
