// Every problem that the service can answer with: one row per code.
import type { AnswerHeaders } from '../headers.ts'
import { limits } from '../limits.ts'
import { grouped, span } from '../words.ts'

type Row = {
  status: number
  title: string
  meaning: string
  fix: string
  /** The same request may succeed when it is sent again later. Every problem with Retry-After is so too. */
  retryable?: true
  /** It is answered as application/json, with the post (contract/operations/paid-posts.ts). */
  asPost?: true
  /** Only the owner can resolve it: the answer carries a link for the owner. */
  forOwner?: true
  /** The operations that can answer with it, beside those whose guards, path or body do (documents/openapi/answers.ts). */
  answers?: readonly string[]
  /** Headers of the answer, beside those of every answer. */
  headers?: AnswerHeaders
}

/** The catalogue (contract.md §13): code → HTTP status, title, meaning, fix. A code raised but not listed does not compile. */
export const problems = {
  invalid: {
    status: 400,
    title: 'The request is not valid',
    meaning: 'One or more fields, parameters or headers break a rule. `errors` lists each, JSON pointer first.',
    fix: 'Correct every entry of `errors` and send the request again; a dry run of a post proposes the corrected body. Nothing was charged.',
  },
  invalid_json: {
    status: 400,
    title: 'The body is not JSON',
    meaning: 'The request body could not be read as one JSON object.',
    fix: 'Send one JSON object in UTF-8 with content-type application/json.',
  },
  too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: `The request body is longer than ${grouped(limits.bodyBytes)} bytes.`,
    fix: 'Send a shorter body.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    meaning: `The request line and the headers together are longer than ${grouped(limits.headerBytes)} bytes.`,
    fix: 'Send fewer or shorter headers, or a shorter address.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    retryable: true,
    meaning: `Headers have to arrive within ${span(limits.headersTimeoutMs)}, the whole request within ${span(limits.requestTimeoutMs)}.`,
    fix: 'Send the request again over a better connection. Nothing was charged.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body is of another kind',
    meaning: 'The request body has a media type or an encoding that this operation does not take.',
    fix: 'Send plain JSON with content-type application/json and no content-encoding.',
  },
  unauthorized: {
    status: 401,
    title: 'No valid API key',
    meaning:
      'The operation needs an API key or the access token of an app, or the one that was sent is malformed, unknown, expired or revoked.',
    fix: 'Send `Authorization: Bearer <API key>`. POST /v1/accounts signs up and answers with a key; the owner of an account makes further keys on the account page. A key is shown once, when it is made.',
    headers: { 'WWW-Authenticate': 'always' },
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is nothing here, or nothing that this caller may see.',
    fix: 'Check the path and the id. A post that is not public is visible to the key that created it only.',
    answers: ['reportPost', 'reportHandle'],
  },
  unknown_site: {
    status: 404,
    title: 'No site at this host',
    meaning: 'The Host header names no site of this platform.',
    fix: 'Use the base URL of one of the sites.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists but does not take this method.',
    fix: 'Use one of the methods in the Allow header.',
    headers: { Allow: 'always' },
  },
  gone: {
    status: 410,
    title: 'Gone',
    meaning: 'This public post or account existed once and is no longer available.',
    fix: 'Drop it from your records.',
    answers: ['createKey', 'getPost', 'deletePost', 'contactSeller', 'replyToMessage'],
  },
  verify_email: {
    status: 402,
    title: 'The owner has to verify the e-mail address',
    meaning:
      'Posting needs a verified e-mail address. An address belongs to the account that verifies it first; other accounts with the same address then have none.',
    fix: 'Give `account_url` to the owner, who can ask for the mail there or enter another address, and who opens the link in the mail. Then send the same request again.',
    forOwner: true,
  },
  needs_card: {
    status: 402,
    title: 'The owner has to add money',
    meaning: 'The balance does not cover the price and the account has no card.',
    fix: 'Give `account_url` to the owner, who tops up there. Then send the same request again.',
    forOwner: true,
  },
  insufficient_balance: {
    status: 402,
    title: 'The balance is too low',
    meaning: 'The balance does not cover the price.',
    fix: 'Give `account_url` to the owner, who tops up there. Then send the same request again.',
    forOwner: true,
    // Only answers of search have them.
    headers: { RateLimit: 'sometimes', 'RateLimit-Policy': 'sometimes' },
    answers: ['search'],
  },
  budget_exhausted: {
    status: 402,
    title: 'The budget of the key is used up',
    meaning:
      'The price would pass a limit that the owner has set for this key: for a UTC day, for a UTC month, or for one post or edit. Nothing was charged.',
    fix: 'Wait for the next UTC day or month if the answer has Retry-After, send a cheaper request, or give `account_url` to the owner, who can raise the limit there. GET /v1/account shows what is left of the budget.',
    forOwner: true,
    headers: { 'Retry-After': 'sometimes', RateLimit: 'sometimes', 'RateLimit-Policy': 'sometimes' },
    answers: ['search'],
  },
  changed: {
    status: 412,
    title: 'The post has changed meanwhile',
    meaning:
      'If-Match named a state of the post that is not its present one: another request or a decision has changed it.',
    fix: 'Read the post, look at what has changed, and send the request with the new ETag if it is still right. Nothing was changed or charged.',
    headers: { ETag: 'always' },
    answers: ['editPost', 'cancelPost', 'deletePost'],
  },
  price_too_high: {
    status: 422,
    title: 'The price is higher than you allow',
    meaning: 'The price of the post or of the edit is above the max_price_micros that was sent with it.',
    fix: 'Ask the owner, then send the same request with a higher max_price_micros or without it. Nothing was charged.',
  },
  banned: {
    status: 403,
    title: 'The account is banned',
    meaning: `${limits.strikesToBan} strikes end an account; its e-mail address cannot sign up again.`,
    fix: 'The owner may write to the operator of this service, at `contact` where the answer has it.',
    answers: ['createAccount', 'createKey'],
  },
  suspended: {
    status: 403,
    title: 'The account is suspended',
    meaning: 'A person has suspended the account. Reading works, posting does not.',
    fix: 'The owner may write to the operator of this service, at `contact` where the answer has it.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The key may not do this here',
    meaning:
      'The owner has limited this key to some of the sites, and this site is not one of them; or has given an app fewer scopes than the operation needs; or the operation is for test keys alone, or for all others.',
    fix: 'Post on a site that GET /v1/account names in `key.sites`, or use another key. An app asks its owner for the scopes in `scope`, by a new authorization request. Nothing was charged.',
    answers: ['createAccount', 'getTestClock', 'advanceTestClock'],
  },
  key_paused: {
    status: 403,
    title: 'The owner has paused the key',
    meaning: 'A paused key can read what is free, and nothing else. Nothing was charged.',
    fix: 'Wait until the owner resumes the key, on the account page behind `account_url`. GET /v1/account says whether a key is paused.',
    forOwner: true,
  },
  human_required: {
    status: 403,
    title: 'Only the owner can do this',
    meaning: 'Actions that add money or bind the owner are for the owner, never for the API.',
    fix: 'Give `account_url` to the owner. It opens the account page, where the owner can do this.',
    forOwner: true,
    answers: ['updateAccount'],
  },
  email_session_required: {
    status: 403,
    title: 'A link from the inbox is needed',
    meaning: 'This action needs a session that was opened from a link in the mail of the owner.',
    fix: 'Ask for a link on the account page and open it from the inbox.',
  },
  role_required: {
    status: 403,
    title: 'Your role does not allow this',
    meaning: 'The person of the session is in the account with a role that may not do this.',
    fix: 'Ask an owner of the account to do it, or to change the role.',
  },
  link_expired: {
    status: 410,
    title: 'The link has expired',
    meaning: 'The link was valid for a limited time, which is over, or it has been used.',
    fix: 'Ask the API for a new `account_url`, or ask for a new mail on the account page.',
  },
  handle_taken: {
    status: 409,
    title: 'The handle is taken',
    meaning: 'Another account uses this handle, or it is given to nobody.',
    fix: 'Choose another handle, or leave it out to get one made from the name.',
    answers: ['createAccount'],
  },
  email_taken: {
    status: 409,
    title: 'The e-mail address has an account',
    meaning: 'An account has verified the e-mail address; letter case does not matter.',
    fix: 'Ask the owner for the API key of that account, or for another address. An owner who has lost the key signs in by mail at /account/sign-in and makes a new one.',
    answers: ['createAccount'],
  },
  too_many_keys: {
    status: 409,
    title: 'Too many API keys',
    meaning: `An account holds up to ${limits.keysPerAccount} keys at once.`,
    fix: 'Revoke a key that is no longer used.',
    answers: ['createKey'],
  },
  too_many_webhooks: {
    status: 409,
    title: 'Too many webhook endpoints',
    meaning: `An account holds up to ${limits.webhooksPerAccount} webhook endpoints at once.`,
    fix: 'Delete an endpoint that is no longer used.',
    answers: ['createWebhook'],
  },
  too_many_searches: {
    status: 409,
    title: 'Too many searches that stand',
    meaning: `An account holds up to ${limits.standingSearchesPerAccount} searches that stand at once, over all sites.`,
    fix: 'Delete a search that is no longer used with DELETE /v1/searches/{id}.',
    answers: ['createStandingSearch'],
  },
  webhook_inactive: {
    status: 409,
    title: 'The webhook endpoint is off',
    meaning: `Nothing is sent to an endpoint that is off: it was turned off with PATCH, answered 410, or failed for ${span(limits.webhookFailingMs)}.`,
    fix: 'Turn it on with PATCH /v1/webhooks/{id} {"active": true}, or delete it and register it anew; then send the request again.',
    answers: ['retryDelivery', 'replayWebhook', 'testWebhook'],
  },
  duplicate: {
    status: 422,
    title: 'The same post exists',
    meaning:
      'A queued or published post of this site has the same text and, where posts have times, the same first start.',
    fix: 'Do not post it again. Nothing was charged.',
  },
  low_quality: {
    status: 422,
    title: 'The text is below the quality bar',
    meaning: 'A fixed rule found that the post or message says nothing to a reader.',
    fix: 'Read `refusal` and GET /v1/policy, rewrite the text and send it again. Nothing was charged.',
    answers: ['contactSeller', 'replyToMessage'],
  },
  'contact-details': {
    status: 422,
    title: 'Contact details in a post that is answered through the relay',
    meaning: 'Where readers answer through the relay a post may not carry an e-mail address or a phone number.',
    fix: 'Take the contact details out. Nothing was charged.',
  },
  listed: {
    status: 422,
    title: 'The text has something that this platform does not take',
    meaning:
      'The post or message has words, a link, a phone number or a whole text from a list that the operator keeps. `refusal` names the category.',
    fix: 'Leave it out, or do not send it. Nothing was charged. If this looks wrong, ask the operator and name `refusal.rule`.',
    answers: ['contactSeller', 'replyToMessage'],
  },
  'prompt-injection': {
    status: 422,
    title: 'The text instructs AI readers',
    meaning: 'The text carries instructions to the software that reads it.',
    fix: 'Write for human readers and put no instructions to software into the text.',
    answers: ['contactSeller', 'replyToMessage'],
  },
  abuse: {
    status: 422,
    title: 'The text is abuse',
    meaning: `A fixed rule found certain abuse in a post or an edit. The answer is the rejected post, as application/json, with \`code\`, \`detail\`, \`strikes\`, \`penalty\` and \`balance\`: the price and a penalty were charged, and the account has a strike more. ${limits.strikesToBan} strikes end the account.`,
    fix: 'Do not send it again, in these words or in others: each attempt costs as much. Tell the owner. If the decision is wrong, POST /v1/posts/{id}/appeal with a message has a person look.',
    asPost: true,
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    meaning: `The same key was sent with another method, path or body in the last ${span(limits.idempotencyMs)}.`,
    fix: 'Use a new key for a new request, or send exactly the first request to get the first answer.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'The first request is still running',
    retryable: true,
    meaning: 'Another request with the same Idempotency-Key is being worked on.',
    fix: 'Repeat the request after the time in Retry-After.',
    headers: { 'Retry-After': 'always' },
  },
  search_limit: {
    status: 429,
    title: 'The free searches of today are used up',
    retryable: true,
    meaning: 'Without a key, an IP address has a limited number of free searches a UTC day.',
    fix: 'Wait the seconds of Retry-After, until 00:00 UTC, or search with an API key: POST /v1/accounts makes one. Browsing with GET /v1/posts is free.',
    headers: { 'Retry-After': 'always', RateLimit: 'always', 'RateLimit-Policy': 'always' },
    answers: ['search'],
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests of this kind today',
    retryable: true,
    meaning: `A limit of this operation is reached: its requests a UTC day for the IP address or the account, the ${limits.dryRunsPerAccountPerDay} dry runs a UTC day of an account without money or a verified e-mail address, the ${limits.freeChangesPerPostPerDay} free changes of a post a UTC day, or the ${limits.approvalsPerAccount} texts of an account that may wait for its owner.`,
    fix: 'Try again after 00:00 UTC. Where texts wait for the owner, try again after the owner has decided.',
    headers: { 'Retry-After': 'sometimes' },
    answers: [
      'createAccount',
      'retryDelivery',
      'contactSeller',
      'replyToMessage',
      'reportPost',
      'reportHandle',
      'createWebhook',
      'testWebhook',
    ],
  },
  not_cancellable: {
    status: 409,
    title: 'The post can no longer be cancelled',
    meaning: 'Only a post that is queued or in review can be cancelled.',
    fix: 'Follow `detail`: cancel a published event for free with PATCH /v1/posts/{id}, or delete any published post with DELETE /v1/posts/{id}, without a refund.',
    answers: ['cancelPost'],
  },
  not_appealable: {
    status: 409,
    title: 'There is nothing to appeal',
    meaning: `Only a rejection or a removal can be appealed, once and within ${span(limits.appealMs)}. \`detail\` says which of these conditions is not met.`,
    fix: 'Read `rejection` and `appeal` of the post. The answer of a person to an appeal is final.',
    answers: ['appealPost'],
  },
  not_editable: {
    status: 409,
    title: 'The post cannot be edited now',
    meaning: 'Only a published post can be edited that has not expired and has no other edit waiting for a decision.',
    fix: 'Wait for the decision on the post or on its earlier edit. A queued post can be cancelled and sent again.',
  },
  not_in_review: {
    status: 409,
    title: 'The post is not in review',
    meaning: 'Another person has decided, the text has changed, or its author has withdrawn it.',
    fix: 'Look at the current status of the post.',
  },
  payment_provider_error: {
    status: 502,
    title: 'The payment provider did not answer as expected',
    retryable: true,
    meaning: 'The payment could not be made; nothing was charged.',
    fix: 'Try again in a few minutes.',
  },
  bad_signature: {
    status: 400,
    title: 'The signature does not match',
    meaning: 'A signed message or link was changed or signed with another secret.',
    fix: 'Use the link or message exactly as you received it.',
  },
  overloaded: {
    status: 503,
    title: 'Too much to do right now',
    retryable: true,
    meaning: `Too many writes or texts wait, a text takes too long to read, the answer was not ready in ${span(limits.answerMs)}, or the database is not available. Nothing was stored or charged, unless \`detail\` says that this is not known.`,
    fix: 'Repeat the request after the time in Retry-After, with the same Idempotency-Key; shorten a text that takes too long.',
    headers: { 'Retry-After': 'always' },
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    retryable: true,
    meaning: 'The service failed. The request may or may not have taken effect.',
    fix: 'Repeat the request with the same Idempotency-Key, so that it takes effect once. If it fails again, give `request_id` to the operator.',
  },
} as const satisfies Record<string, Row>

export type ProblemCode = keyof typeof problems

export const problemCodes = Object.keys(problems) as ProblemCode[]

export const problemRow = (code: ProblemCode): Row => problems[code]
