// Rules of publication: posts, their texts, lists and the search index agree (contract.md §4, §17).
import { sql } from 'kysely'
import { siteIds } from '../../contract/sites/site-ids.ts'
import { choicesOf, siteRow } from '../../contract/sites.ts'
import type { Rule } from './rule.ts'

/** Before each tag that lists filter by and nothing counts: of authors, languages and choices. */
const uncountedMarks = [
  'author',
  'language',
  ...new Set(siteIds.flatMap(id => choicesOf(siteRow(id)).map(fact => fact.member))),
].map(kind => `\n${kind}=`)
const uncounted = sql.join(
  uncountedMarks.map(mark => sql`(length(tags) - length(replace(tags, ${mark}, ''))) / ${sql.lit(mark.length)}`),
  sql` + `,
)

/** A post with the status of its first revision. */
const posts = sql`(
  select p.*, r.status, r.submitted_at from posts p join revisions r on r.id = p.id
)`

export const publicationRules: readonly Rule[] = [
  {
    rule: 'post-has-its-first-revision',
    query: () => sql`
      select p.id as subject, 'first revision ' || coalesce(r.post_id || ' of ' || r.account_id, 'not there') as detail
      from posts p left join revisions r on r.id = p.id
      where r.id is null or r.post_id <> p.id or r.account_id <> p.account_id or r.site <> p.site`,
  },
  {
    rule: 'edit-belongs-to-its-post',
    query: () => sql`
      select r.id as subject, 'edit of ' || r.post_id as detail
      from revisions r left join posts p on p.id = r.post_id
      where p.id is null or r.account_id <> p.account_id or r.site <> p.site`,
  },
  {
    rule: 'latest-revision-is-the-latest',
    query: () => sql`
      select p.id as subject, 'latest revision ' || p.latest_revision as detail from posts p
      where p.latest_revision <>
        coalesce((select e.id from revisions e where e.post_id = p.id and e.id <> e.post_id order by e.seq desc limit 1), p.id)`,
  },
  {
    rule: 'shown-revision-was-published',
    query: () => sql`
      select p.id as subject, 'shows ' || p.shown_revision || ', which is ' || coalesce(r.status, 'not there') as detail
      from posts p left join revisions r on r.id = p.shown_revision
      where r.id is null or r.post_id <> p.id or (p.public_json is not null and r.status <> 'published')`,
  },
  {
    rule: 'published-post-has-its-text',
    query: () => sql`
      select id as subject, status || ' ' || case when public_json is null then 'without' else 'with' end || ' a public text' as detail
      from ${posts} p
      where (status = 'published') <> (public_json is not null) or (status = 'published' and published_at is null)`,
  },
  {
    rule: 'published-post-is-listed',
    query: ({ now }) => sql`
      select p.id as subject, 'published and not listed' as detail from posts p
      where p.public_json is not null and (p.expires_at is null or p.expires_at > ${now})
        and not exists (select 1 from listing l where l.post_id = p.id)`,
  },
  {
    rule: 'listed-post-is-published',
    query: () => sql`
      select l.post_id as subject, 'listed; it is ' || coalesce(p.status, 'not there') as detail
      from listing l left join ${posts} p on p.id = l.post_id
      where p.status is null or p.status <> 'published'`,
  },
  {
    rule: 'listing-shows-the-post',
    query: () => sql`
      select p.id as subject, 'the list shows another text, site or expiry' as detail
      from listing l join posts p on p.id = l.post_id and p.public_json is not null
      left join listing_texts t on t.listing_seq = l.seq
      where coalesce(t.public_json, '') <> p.public_json or l.site <> p.site or coalesce(l.expires_at, 0) <> coalesce(p.expires_at, 0)`,
  },
  {
    rule: 'listed-post-is-searchable',
    query: ({ dialect: { searchIndex } }) => sql`
      select l.post_id as subject, 'listed and not in the search index' as detail from listing l
      where not exists (select 1 from listing_search where ${searchIndex.belongsTo('l')})`,
  },
  {
    rule: 'searchable-post-is-listed',
    query: ({ dialect: { searchIndex } }) => sql`
      select 'listing ' || ${searchIndex.seq} as subject, 'in the search index and not listed' as detail from listing_search
      where not exists (select 1 from listing l where l.seq = ${searchIndex.seq})`,
  },
  {
    rule: 'listed-posts-are-counted-by-their-tags',
    query: () => sql`
      select site as subject, 'counts of tags, less the tags of listed posts: ' || sum(posts) as detail from (
        select site, posts from tag_counts union all select site, posts from tag_changes
        union all
        select site, 1 - (length(tags) - length(replace(tags, ${'\n'}, ''))) + ${uncounted}
        from listing) found
      group by site having sum(posts) <> 0`,
  },
  {
    rule: 'listed-event-has-its-occurrences',
    query: ({ now }) => sql`
      select l.post_id as subject, 'listed until ' || l.expires_at || ', its occurrences end by ' || coalesce(o.last_end, 0) as detail
      from listing l
      left join (select listing_seq, max(ends_at) as last_end from occurrences group by listing_seq) o on o.listing_seq = l.seq
      where l.starts_at is not null and l.expires_at > ${sql.lit(now)} and coalesce(o.last_end, 0) <> l.expires_at`,
  },
  {
    rule: 'occurrence-lies-in-its-event',
    query: () => sql`
      select coalesce(l.post_id, 'listing ' || o.listing_seq) as subject,
        'an occurrence from ' || o.starts_at || ' to ' || o.ends_at as detail
      from occurrences o left join listing l on l.seq = o.listing_seq
      where l.seq is null or l.site <> o.site or o.ends_at <= o.starts_at
        or o.starts_at < l.starts_at or o.ends_at > l.expires_at`,
  },
  {
    rule: 'live-post-alone-is-in-the-way',
    query: () => sql`
      select id as subject, status || ' with a fingerprint' as detail from ${posts} p
      where status not in ('queued', 'review', 'published') and live_fingerprint is not null`,
  },
  {
    rule: 'near-duplicate-keys-are-of-live-posts',
    query: () => sql`
      select k.post_id as subject, count(*) || ' keys; it is ' || coalesce(max(p.status), 'not there') as detail
      from near_duplicate_keys k left join ${posts} p on p.id = k.post_id
      where p.live_fingerprint is null group by k.post_id`,
  },
  {
    // The transaction that takes a post down also closes its reports.
    rule: 'open-report-is-of-a-public-post',
    query: () => sql`
      select r.id as subject, 'open; its post is ' || coalesce(p.status || ' on ' || p.site, 'not there') as detail
      from reports r left join ${posts} p on p.id = r.post_id
      where r.state = 'open' and (p.status is null or p.status <> 'published' or p.site <> r.site)`,
  },
  {
    rule: 'closed-report-has-its-day',
    query: () => sql`
      select id as subject, state || ', closed at ' || coalesce(closed_at, 0) as detail from reports
      where (state = 'open') <> (closed_at is null)`,
  },
]
