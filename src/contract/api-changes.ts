// What has changed for callers of the API, the newest first: the page /changelog/ and its feed (contract.md §17).

/**
 * A change on a day (YYYY-MM-DD, UTC). `docs`: the path of the page that says more. `removes`: names of
 * test/docs/contract-names.txt that are gone with it.
 */
export type ApiChange = { date: string; change: string; docs?: string; removes?: readonly string[] }

export const apiChanges: readonly ApiChange[] = [
  {
    date: '2026-11-28',
    change:
      'The embedded model decides fourteen more languages: without a language model `moderation.languages` of `GET /v1/status` and `languages` of `GET /v1/policy` name them, and the flag `unread_language` no longer stands on their texts.',
  },
  {
    date: '2026-11-28',
    change:
      '`GET /v1/pricing` has `next`: the prices that the operator has set from an instant on (`from`, `post`), null while there are none. A post keeps the price at which it was bought.',
    docs: '/pricing/',
  },
  {
    date: '2026-11-28',
    change:
      'An operation that is going to end is announced at least 90 days before, by `Deprecation` and `Sunset` in its answers and on the page `/lifecycle/`.',
    docs: '/lifecycle/',
  },
  {
    date: '2026-11-28',
    change:
      '`GET /v1/policy`, `/policy.json` and the tool `get_policy` have `languages`: those in which a model decides, so that a text can be published without a person. A text in another language waits for a person, as long as `queue.usual_review_seconds` of `GET /v1/status` says; null stands for every language.',
    docs: '/policy/',
  },
  {
    date: '2026-11-28',
    change:
      '`GET /v1/policy` has `thresholds` where the operator asks models for more confidence than usual before they publish or reject; else a person decides.',
  },
  {
    date: '2026-11-28',
    change:
      '`/transparency/log/entries.json?after=N` has the public form of the log of decisions, whose chain of hashes anybody can recompute. Posts in pages are marked up as `h-event` or `h-entry`.',
    docs: '/transparency/',
  },
  {
    date: '2026-11-27',
    change:
      'Over MCP `events/subscribe` and `events/poll` take the words and filters of a search as arguments of `search.match`: it stands as long as it is asked for. The subscriptions of a replaced key go on for its successor. The OpenAPI document has the security scheme `oauth`, with the scopes that each operation takes.',
  },
  {
    date: '2026-11-27',
    change:
      '`language` of `POST /v1/accounts` takes Arabic, Chinese, Dutch, Italian, Japanese, Polish, Portuguese and Turkish too, for mails to the owner.',
  },
  {
    date: '2026-11-27',
    change:
      'The embedded model decides German texts, too: `moderation.languages` of `GET /v1/status` is `["de", "en"]` without a language model, and the flag `unread_language` no longer stands on German texts. A German text with a sentence in another language still waits for a person.',
  },
  {
    date: '2026-11-27',
    change:
      'Apps are connected by OAuth 2.1, for MCP and REST: `/.well-known/oauth-protected-resource` and `/.well-known/oauth-authorization-server` say how. A bearer token is an API key or an access token (`at_…`). Over MCP a `tools/call` that needs a caller and has none is HTTP 401 with `WWW-Authenticate`, no longer a result with `isError`; `/mcp?auth=required` asks at once. 403 `insufficient_scope` has `scope` where an access token lacks scopes.',
    docs: '/developers/',
  },
  {
    date: '2026-11-27',
    change:
      'On the site of classifieds `POST /v1/relay/messages/{id}/block` ends all messages of the sender of a message, and `POST /v1/relay/messages/{id}/report` has a person read it. A sender whom a person keeps out of the relay gets 429 `rate_limited` with Retry-After.',
  },
  {
    date: '2026-11-27',
    change:
      'A platform has one currency, which `currency` of `GET /v1/pricing` names; it may be another than `usd`. Amounts stay whole numbers of micros, millionths of its unit.',
  },
  {
    date: '2026-11-27',
    change:
      '`POST`, `GET /v1/searches` and `DELETE /v1/searches/{id}`: a search that stands finds posts of other accounts as they are published. Each find is a `search.match` in `GET /v1/outcomes` and at webhooks that name this kind, and an entry of two feeds of the search. The results of `/search` have feeds of their own.',
  },
  {
    date: '2026-11-27',
    change:
      '`/embed/` before the path of a list or a post is the page for frames elsewhere, and `/oembed?url=` answers with it (oEmbed 1.0, JSON). `/p/ID.ics?date=START` is one date of a series. `/opensearch.xml` describes the search page. In the JSON-LD of events the author stands under `subjectOf`, no longer as `organizer`, and a venue has no point of its city.',
  },
  {
    date: '2026-11-27',
    change:
      'A post or message with something from a list of the operator is answered with 422 `listed`, free of charge; `refusal.rule` names the entry. The flags `listed` and `listed_for_review` say that a text has something of a list.',
    docs: '/problems/listed',
  },
  {
    date: '2026-11-27',
    change:
      '`POST /v1/accounts` takes `language` (BCP 47): the language of the mails to the owner, who can change it on the account page. A reporter with `email` is written to in the language of `Accept-Language`.',
  },
  {
    date: '2026-11-27',
    change:
      'Several people can share an account. `/v1/manage/keys` is for its owners and managers: the session of anybody else gets 403 `role_required`. The handle of an author can change; `/by/` of the former one leads to the new one.',
  },
  {
    date: '2026-11-27',
    change:
      'MCP answers `post_NOUN` with a task to clients that declare `io.modelcontextprotocol/tasks` (SEP-2663), until the post is decided. Clients that declare the draft `io.modelcontextprotocol/events` list and poll the outcomes of their key, or subscribe with a callback URL for up to a week.',
  },
  {
    date: '2026-11-27',
    change:
      'MCP serves the skills of a site as `skill://NAME/SKILL.md` resources, and `skills/list` and `skills/get` (extension `io.modelcontextprotocol/skills`, SEP-2640).',
    docs: '/skills/',
  },
  {
    date: '2026-11-27',
    change:
      '`GET /v1/pricing` has `topup_min` and `topup_max`: an owner can top up any amount in whole cents between them, and `topups` are those that the account page offers.',
  },
  {
    date: '2026-11-27',
    change:
      'On the site of classifieds `category`, `condition`, `currency`, `price_min` and `price_max` narrow lists and search, and `order=cheapest` or `order=dearest` sorts by the price; feeds take the first three and `price_max`. Prices are compared within one currency alone, so `price_min`, `price_max` and both orders take `currency` beside them.',
  },
  {
    date: '2026-11-27',
    change:
      '`POST /v1/handles/{handle}/reports` reports the handle of an account. `POST /v1/accounts` refuses a handle that poses as the platform or a well-known company, and abusive handles and names, with 400 `invalid` that names what is wrong. A person may give an account a neutral handle in place of one that breaks the policy: public posts then carry the new one, and nobody gets the old one.',
  },
  {
    date: '2026-11-27',
    change:
      'On the site of classifieds `price.per` says for what a price is asked (hour, day, week, month, item), and `PATCH` with `sold` alone marks a classified as sold: free, at once, undone by `false`. A sold classified takes no messages and leaves lists and feeds the next day.',
  },
  {
    date: '2026-11-27',
    change:
      'Keys have `monthly_budget`, `spent_month`, `left_month`, `month_resets_at` and `paused`; a paused key reads what is free and gets 403 `key_paused` for the rest. `POST /v1/manage/keys/{id}/restore` takes the end of a key back for 10 minutes. `budget.threshold` has `period`, `budget`, `spent` and `left`.',
  },
  {
    date: '2026-11-27',
    change:
      'A post that an order of law removes has `rejection.category` `legal` and `rejection.statement.law` with the reference, the countries (empty: everywhere) and a note: no penalty and no strike. It can be appealed like any other removal.',
  },
  {
    date: '2026-11-27',
    change:
      'Reports take `law`, `name` and `good_faith`, and the reasons `defamation`, `trademark`, `copyright` and `illegal`. With `email` a receipt comes at once; an address gets one mail a UTC day, the decision with it or on a later day. `GET /v1/reports/{id}` has `explanation`, the reason of the person who decided.',
  },
  {
    date: '2026-11-27',
    change:
      '`on_from` and `on_to` (days such as `2027-03-06`) select what runs on these days in lists, search, feeds and calendars: multi-day events and single dates of series included. Feeds and calendars take `when` too, and `/near/GEONAMES/` is the list around a city with feeds of its own. In messages of the relay `from` may be `a reader without an account`.',
  },
  {
    date: '2026-11-26',
    change:
      'Every body takes `language`, a BCP 47 tag such as `pt-BR`. Left out, the language is found in the text. Public posts carry it (`und` where none was found), feeds and JSON-LD too, and `?language=pt` filters lists, search, feeds and calendars.',
  },
  {
    date: '2026-11-24',
    change:
      '`GET /v1/status` has `moderation.languages`, the languages in which a model decides (null: every one), and `queue.usual_review_seconds`, how long people take for a text lately.',
  },
  {
    date: '2026-11-24',
    change:
      'Near-duplicates of one account that were sent before the first of them was decided are one campaign: each pays its penalty, together they have one strike.',
  },
  {
    date: '2026-11-24',
    change:
      'An edit of `online_url` alone takes effect at once only on the same scheme, host and port; on another host it is judged like a text (202), still free among the five corrections, and the old link stays public until then. `misleading_link` is a flag.',
  },
  {
    date: '2026-11-24',
    change:
      'A report that says nothing new about a text for which a person has dismissed the same reason is only counted: the answer and `GET /v1/reports/{id}` have `counted: true`. Every other report is read by a person.',
  },
  {
    date: '2026-11-23',
    change:
      'On the site of classifieds `GET /v1/relay/messages` has what readers wrote to the seller, `POST /v1/relay/messages/{id}/reply` answers, and `relay.message` is a kind of event. Messages have limits by account, post and seller beside that by IP address.',
    docs: '/rate-limits/',
  },
  {
    date: '2026-11-23',
    change:
      '`?wait=30` on a post of the key and on `/v1/outcomes` answers as soon as there is news; `/v1/account?wait_for=ready` as soon as the account can post.',
  },
  {
    date: '2026-11-23',
    change:
      'New kinds of events: `account.ready`, `account.topped_up` and `post.deleted`; an endpoint gets them when it names them.',
  },
  {
    date: '2026-11-23',
    change: 'Every problem has `fix`, `retryable` and `docs`, the address of a page about its code.',
    docs: '/problems/',
  },
  {
    date: '2026-11-23',
    change:
      'The texts of a problem stand once: `detail` of several faults says how many there are and where, `errors` has each, and the older `error` object has no `errors` any more.',
    docs: '/problems/invalid',
  },
  {
    date: '2026-11-23',
    change:
      'The 422 of a text that a fixed rule finds to be abuse has `code: "abuse"`, `detail`, `strikes`, `penalty`, `balance` and `retryable: false` beside the members of the post.',
    docs: '/problems/abuse',
  },
  {
    date: '2026-11-23',
    change:
      '`message_for_owner` stands wherever `for_human: true` stands: one sentence in dollars with the link, to be forwarded. A text that waits for its owner (`awaiting_owner`) has `account_url`, `for_human` and that sentence; a text in review has a sentence too, and Retry-After.',
  },
  {
    date: '2026-11-23',
    change:
      'A sign-up and `GET /v1/account` have `ready_to_post` and `blocking`, as a dry run has. A dry run of an edit that is applied at once has the outcome `would_apply` in place of `would_queue`.',
  },
  {
    date: '2026-11-23',
    change:
      'A repeat succeeds: an edit that changes nothing and the cancellation of an event that is cancelled answer 200 with the post, and the deletion of a webhook endpoint that was deleted answers 200.',
  },
  {
    date: '2026-11-23',
    change: '`queue` of `GET /v1/status` has `in_review`, the number of texts that wait for a person.',
    docs: '/status/',
  },
  {
    date: '2026-11-23',
    change: '`status=deleted` lists the deleted posts of a key, with `mine=true`.',
  },
  {
    date: '2026-11-23',
    change:
      'Test mode: a sign-up with `"test": true` gives a key `ak_test_…` that does everything where nothing is public and nothing costs money.',
    docs: '/developers/',
  },
  {
    date: '2026-11-23',
    change:
      '`occurrence_changes` of an edit changes single dates of a series. A list of `occurrences` that is shorter than before needs `confirm_removals`. Dry runs and answers of edits have `changes`.',
  },
  {
    date: '2026-11-23',
    change:
      '`GET /v1/posts/{id}` of a post of the key has an ETag; `If-Match` makes an edit, a cancellation or a deletion fail with 412 `changed` when the post has changed meanwhile.',
    docs: '/problems/changed',
  },
  {
    date: '2026-11-23',
    change: 'The owner can replace a key by a new one, to which its posts, limits and outcomes pass.',
  },
  {
    date: '2026-11-23',
    change:
      'The OpenAPI document fits generators of clients: every error of an operation is JSON with a `code`, and the body of an event says which members can stand for one another.',
  },
  {
    date: '2026-11-23',
    change:
      '`/v1` has a whole post to send, and `api_changes`: the day of the latest change, and the address of this list.',
    docs: '/v1',
  },
  {
    date: '2026-11-23',
    change:
      '`/openapi.json?operation=createPost` is one operation without references, in less than 3,000 tokens; `details` in `/v1` is the template of its address; operations there have `path` instead of `url`.',
    docs: '/v1',
  },
  {
    date: '2026-11-23',
    change:
      '`tools/list` of `/mcp` leaves output schemas out; `/mcp?schemas=output` has them. Over MCP webhooks can be changed, rotated, retried and replayed, and reports looked up.',
  },
  {
    date: '2026-11-21',
    change: 'The operations of `/v1`, the tools of `/mcp`, webhooks and feeds, as their descriptions have them.',
    docs: '/developers/',
  },
]
