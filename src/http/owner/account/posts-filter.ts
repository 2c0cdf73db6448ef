// The filter of the list of posts: by agent, state and site, as a form that works without scripts.
import type { FastifyRequest } from 'fastify'
import type { PostStatus } from '../../../contract/posts.ts'
import type { SiteId } from '../../../contract/sites/site-ids.ts'
import { siteRow } from '../../../contract/sites.ts'
import { capital } from '../../../contract/words.ts'
import type { PostsFilter } from '../../../store/accounts/account-records.ts'
import { parameter } from '../../private/route.ts'
import { type Html, html } from '../../public/kit/layout.ts'

/** The states that owners choose from, and the statuses behind each. */
const states: Readonly<Record<string, { words: string; statuses: readonly PostStatus[] }>> = {
  published: { words: 'Published', statuses: ['published'] },
  waiting: { words: 'Waiting', statuses: ['queued', 'review', 'awaiting_owner'] },
  refused: { words: 'Rejected or removed', statuses: ['rejected', 'removed'] },
  withdrawn: { words: 'Taken back or deleted', statuses: ['cancelled', 'deleted'] },
}

type Choices = { keys: ReadonlyMap<string, string>; sites: readonly SiteId[] }

/** The filter of a request, what it can be chosen from, and the filter as in an address. */
export type ChosenPosts = Choices & { filter: PostsFilter; state: string; query: string }

/** Reads the filter of a request. A value that nothing on the page offers selects nothing. */
export function readPostsFilter(request: FastifyRequest, choices: Choices): ChosenPosts {
  const among = (name: string, known: (value: string) => boolean) => {
    const value = parameter(request, name) ?? ''
    return known(value) ? value : ''
  }
  const keyId = among('key', value => choices.keys.has(value))
  const site = among('site', value => choices.sites.some(id => id === value))
  const state = among('state', value => Object.hasOwn(states, value))
  const query = new URLSearchParams(Object.entries({ key: keyId, state, site }).filter(([, value]) => value !== ''))
  const filter: PostsFilter = {
    ...(keyId !== '' && { keyId }),
    ...(site !== '' && { site: site as SiteId }),
    ...(state !== '' && { statuses: states[state]?.statuses ?? [] }),
  }
  return { ...choices, filter, state, query: query.toString() }
}

/** The form, with a link that shows all posts again. */
export function postsFilterForm({ keys, sites, filter, state, query }: ChosenPosts): Html {
  const option = (value: string, words: string, chosen: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`
  return html`<form class="filter" method="get" action="/account/posts">
<label>Agent <select name="key">${option('', 'All', filter.keyId ?? '')}${[...keys].map(([id, name]) => option(id, name, filter.keyId ?? ''))}</select></label>
<label>State <select name="state">${option('', 'All', state)}${Object.entries(states).map(([value, { words }]) => option(value, words, state))}</select></label>
${
  sites.length > 1 &&
  html`<label>Site <select name="site">${option('', 'All', filter.site ?? '')}${sites.map(id => option(id, capital(siteRow(id).nouns), filter.site ?? ''))}</select></label>`
}
<button type="submit" class="outline">Show</button>
${query !== '' && html`<a href="/account/posts">Show all</a>`}
</form>`
}
