// Made from the OpenAPI documents of the sites by `node clients/generate.ts`. Do not edit it.
import type {
  Account,
  AdvanceTestClockRequest,
  Appeal,
  AppealPostRequest,
  BlockSenderResponse,
  CancelPostResponse,
  ContactSellerRequest,
  ContactSellerResponse,
  ContactSellerResponse202,
  CreateAccountRequest,
  CreateAccountResponse,
  CreateKeyRequest,
  CreatePostRequest,
  CreateStandingSearchRequest,
  CreateWebhookRequest,
  CreateWebhookResponse,
  CreatedKey,
  DeleteAccountResponse,
  DeletePostResponse,
  DeleteStandingSearchResponse,
  DeleteWebhookResponse,
  DryRun,
  EditPostRequest,
  FindPlacesResponse,
  GetPricingResponse,
  GetReportResponse,
  GetStatusResponse,
  ListDeliveriesResponse,
  ListKeysResponse,
  ListOutcomesResponse,
  ListPostsResponse,
  ListRelayMessagesResponse,
  ListStandingSearchesResponse,
  ListWebhooksResponse,
  ManagedKey,
  OwnPost,
  Policy,
  Post,
  ReplaceKeyRequest,
  ReplayWebhookRequest,
  ReplayWebhookResponse,
  ReplyToMessageRequest,
  ReplyToMessageResponse,
  ReplyToMessageResponse202,
  ReportHandleRequest,
  ReportHandleResponse,
  ReportMessageRequest,
  ReportMessageResponse,
  ReportPostRequest,
  ReportPostResponse,
  RetryDeliveryResponse,
  RevokeKeyResponse,
  RotateWebhookSecretResponse,
  SearchResponse,
  SiteId,
  StandingSearch,
  SuccessorKey,
  TestClock,
  TestWebhookResponse,
  UpdateAccountRequest,
  UpdateKeyRequest,
  UpdateWebhookRequest,
  Webhook,
} from './types.ts'

/** Method and path of each operation; `keyed`: it takes an Idempotency-Key. */
export const operations = {
  createAccount: { method: 'POST', path: '/v1/accounts', keyed: false },
  getAccount: { method: 'GET', path: '/v1/account', keyed: false },
  updateAccount: { method: 'PATCH', path: '/v1/account', keyed: false },
  deleteAccount: { method: 'DELETE', path: '/v1/account', keyed: false },
  listKeys: { method: 'GET', path: '/v1/manage/keys', keyed: false },
  createKey: { method: 'POST', path: '/v1/manage/keys', keyed: false },
  updateKey: { method: 'PATCH', path: '/v1/manage/keys/{id}', keyed: false },
  revokeKey: { method: 'DELETE', path: '/v1/manage/keys/{id}', keyed: false },
  replaceKey: { method: 'POST', path: '/v1/manage/keys/{id}/replace', keyed: false },
  restoreKey: { method: 'POST', path: '/v1/manage/keys/{id}/restore', keyed: false },
  listPosts: { method: 'GET', path: '/v1/posts', keyed: false },
  createPost: { method: 'POST', path: '/v1/posts', keyed: true },
  getPost: { method: 'GET', path: '/v1/posts/{id}', keyed: false },
  editPost: { method: 'PATCH', path: '/v1/posts/{id}', keyed: true },
  deletePost: { method: 'DELETE', path: '/v1/posts/{id}', keyed: false },
  cancelPost: { method: 'POST', path: '/v1/posts/{id}/cancel', keyed: false },
  appealPost: { method: 'POST', path: '/v1/posts/{id}/appeal', keyed: false },
  getAppeal: { method: 'GET', path: '/v1/posts/{id}/appeal', keyed: false },
  search: { method: 'GET', path: '/v1/search', keyed: false },
  createStandingSearch: { method: 'POST', path: '/v1/searches', keyed: false },
  listStandingSearches: { method: 'GET', path: '/v1/searches', keyed: false },
  deleteStandingSearch: { method: 'DELETE', path: '/v1/searches/{id}', keyed: false },
  reportPost: { method: 'POST', path: '/v1/reports', keyed: false },
  reportHandle: { method: 'POST', path: '/v1/handles/{handle}/reports', keyed: false },
  getReport: { method: 'GET', path: '/v1/reports/{id}', keyed: false },
  contactSeller: { method: 'POST', path: '/v1/relay', keyed: false },
  listRelayMessages: { method: 'GET', path: '/v1/relay/messages', keyed: false },
  replyToMessage: { method: 'POST', path: '/v1/relay/messages/{id}/reply', keyed: false },
  blockSender: { method: 'POST', path: '/v1/relay/messages/{id}/block', keyed: false },
  reportMessage: { method: 'POST', path: '/v1/relay/messages/{id}/report', keyed: false },
  listWebhooks: { method: 'GET', path: '/v1/webhooks', keyed: false },
  createWebhook: { method: 'POST', path: '/v1/webhooks', keyed: false },
  updateWebhook: { method: 'PATCH', path: '/v1/webhooks/{id}', keyed: false },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/{id}', keyed: false },
  testWebhook: { method: 'POST', path: '/v1/webhooks/{id}/test', keyed: false },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhooks/{id}/rotate', keyed: false },
  listDeliveries: { method: 'GET', path: '/v1/webhooks/{id}/deliveries', keyed: false },
  retryDelivery: { method: 'POST', path: '/v1/webhooks/{id}/deliveries/{msg}/retry', keyed: false },
  replayWebhook: { method: 'POST', path: '/v1/webhooks/{id}/replay', keyed: false },
  listOutcomes: { method: 'GET', path: '/v1/outcomes', keyed: false },
  findPlaces: { method: 'GET', path: '/v1/places', keyed: false },
  getTestClock: { method: 'GET', path: '/v1/test/clock', keyed: false },
  advanceTestClock: { method: 'POST', path: '/v1/test/clock', keyed: false },
  getStatus: { method: 'GET', path: '/v1/status', keyed: false },
  getPricing: { method: 'GET', path: '/v1/pricing', keyed: false },
  getPolicy: { method: 'GET', path: '/v1/policy', keyed: false },
} as const

/** What each operation takes and answers. */
export type Operations<Site extends SiteId = SiteId> = {
  /** Sign up. The API key is in the answer and is never shown again. */
  createAccount: {
    path: {}
    query: {}
    headers: {}
    body: CreateAccountRequest
    answer: CreateAccountResponse
  }
  /** Balance, strikes, card, auto-recharge, what the key may spend, and a link for the owner. */
  getAccount: {
    path: {}
    query: {
      /** Waits until ready_to_post. */
      wait_for?: 'ready'
      /** Seconds to wait for news. */
      wait?: number
    }
    headers: {}
    body: undefined
    answer: Account
  }
  /** Turn auto-recharge off. Turning it on is for the owner. */
  updateAccount: {
    path: {}
    query: {}
    headers: {}
    body: UpdateAccountRequest
    answer: Account
  }
  /** Ask for the deletion of the account. Nothing is deleted until the owner confirms. */
  deleteAccount: {
    path: {}
    query: {}
    headers: {}
    body: undefined
    answer: DeleteAccountResponse
  }
  /** The active API keys of the account, each with its limits and what it has spent today. */
  listKeys: {
    path: {}
    query: {}
    headers: {}
    body: undefined
    answer: ListKeysResponse
  }
  /** Create an API key. It is in the answer and is never shown again. */
  createKey: {
    path: {}
    query: {}
    headers: {}
    body: CreateKeyRequest
    answer: CreatedKey
  }
  /** Change the name of a key or what it may do, pause it or resume it. What is left out stays. */
  updateKey: {
    path: {
      /** Begins with `key_`. */
      id: string
    }
    query: {}
    headers: {}
    body: UpdateKeyRequest
    answer: ManagedKey
  }
  /** End an API key. Every process refuses it within a second. */
  revokeKey: {
    path: {
      /** Begins with `key_`. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    answer: RevokeKeyResponse
  }
  /** Replace an API key by a new one, which gets its posts, outcomes, limits and spending. */
  replaceKey: {
    path: {
      /** Begins with `key_`. */
      id: string
    }
    query: {}
    headers: {}
    body: ReplaceKeyRequest
    answer: SuccessorKey
  }
  /** Take back the end of an API key, within 10 minutes. */
  restoreKey: {
    path: {
      /** Begins with `key_`. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    answer: ManagedKey
  }
  /** Published posts, newest first; with mine=true the posts of the key. Free and unmetered. */
  listPosts: {
    path: {}
    query: {
      /** A topic. */
      topic?: string
      /** ISO 3166-1, such as US. */
      country?: string
      /** ISO 3166-2, such as US-NY. */
      state?: string
      /** GeoNames id; a name is refused, with ids. */
      city?: number | string
      /** BCP 47. */
      language?: string
      /** LAT,LON or place:GEONAMES_ID. */
      near?: string
      /** With near; 50 when left out. */
      within_km?: number
      /** Category. */
      category?: 'for-sale' | 'wanted' | 'services' | 'free' | 'community' | 'vehicles' | 'tickets' | 'jobs' | 'housing'
      /** Condition. */
      condition?: 'new' | 'like-new' | 'good' | 'fair' | 'for-parts'
      /** ISO 4217; beside price_*, cheapest. */
      currency?: string
      /** In units of currency. */
      price_min?: number
      /** In units of currency. */
      price_max?: number
      /** Which comes first. */
      order?: 'newest' | 'cheapest' | 'dearest'
      /** true: the posts of this key. */
      mine?: boolean
      /** With mine=true; deleted is listed alone. */
      status?: 'awaiting_owner' | 'queued' | 'review' | 'published' | 'rejected' | 'removed' | 'deleted' | 'cancelled' | 'canceled'
      /** Items a page. */
      limit?: number
      /** next_cursor of the page before. */
      cursor?: string
      /** Runs then or later. */
      on_from?: string
      /** Runs then or earlier. */
      on_to?: string
      /** Starts from then on. */
      starts_after?: string
      /** Starts before. */
      starts_before?: string
    }
    headers: {
      /** The ETag of an answer that you hold; 304 when it is still the same. */
      'if-none-match'?: string
    }
    body: undefined
    answer: ListPostsResponse<Site>
  }
  /** Submit a post. It is charged at once, moderated, then published. dry_run=true checks it for free. */
  createPost: {
    path: {}
    query: {
      /** true only checks: nothing is stored or charged. */
      dry_run?: boolean
      /** The most this may cost in micros (1,000,000 is 1 of the currency); above it price_too_high, nothing charged. */
      max_price_micros?: number
    }
    headers: {
      /** 8 to 128 printable ASCII characters, kept 24 hours. */
      'idempotency-key'?: string
    }
    body: CreatePostRequest<Site>
    answer: DryRun | OwnPost<Site>
  }
  /** A published post; for the key that created it, its status. */
  getPost: {
    path: {
      /** Begins with `p_`. */
      id: string
    }
    query: {
      /** Seconds to wait for news. */
      wait?: number
    }
    headers: {
      /** The ETag of an answer that you hold; 304 when it is still the same. */
      'if-none-match'?: string
    }
    body: undefined
    answer: Post<Site> | OwnPost<Site>
  }
  /** Edit a published post of this key for half its price. A change of words is moderated before it replaces what is public. */
  editPost: {
    path: {
      /** Begins with `p_`. */
      id: string
    }
    query: {
      /** true only checks: nothing is stored or charged. */
      dry_run?: boolean
      /** The most this may cost in micros (1,000,000 is 1 of the currency); above it price_too_high, nothing charged. */
      max_price_micros?: number
    }
    headers: {
      /** 8 to 128 printable ASCII characters, kept 24 hours. */
      'idempotency-key'?: string
      /** The ETag of `getPost`: if the post has changed since, the answer is 412 `changed`, and nothing happens. */
      'if-match'?: string
    }
    body: EditPostRequest<Site>
    answer: DryRun | OwnPost<Site> | OwnPost<Site>
  }
  /** Delete a post of this key for good. The fee is not refunded. */
  deletePost: {
    path: {
      /** Begins with `p_`. */
      id: string
    }
    query: {}
    headers: {
      /** The ETag of `getPost`: if the post has changed since, the answer is 412 `changed`, and nothing happens. */
      'if-match'?: string
    }
    body: undefined
    answer: DeletePostResponse
  }
  /** Cancel a post of this key that waits for a decision. The fee is refunded, for a post in review unless it is abuse. */
  cancelPost: {
    path: {
      /** Begins with `p_`. */
      id: string
    }
    query: {}
    headers: {
      /** The ETag of `getPost`: if the post has changed since, the answer is 412 `changed`, and nothing happens. */
      'if-match'?: string
    }
    body: undefined
    answer: CancelPostResponse
  }
  /** Appeal against the rejection or removal of a post of this key, or of an edit of it. Free. */
  appealPost: {
    path: {
      /** Begins with `p_`. */
      id: string
    }
    query: {}
    headers: {}
    body: AppealPostRequest
    answer: Appeal
  }
  /** The latest appeal about a post of this key, and its answer. */
  getAppeal: {
    path: {
      /** Begins with `p_`. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    answer: Appeal
  }
  /** Search published posts. Free up to a daily allowance, then charged to the key. */
  search: {
    path: {}
    query: {
      /** Words joined by AND, each in any of its forms; "a phrase" as it stands, "words near"~5, this OR that, -without, prefix*. */
      q?: string
      /** A topic. */
      topic?: string
      /** ISO 3166-1, such as US. */
      country?: string
      /** ISO 3166-2, such as US-NY. */
      state?: string
      /** GeoNames id; a name is refused, with ids. */
      city?: number | string
      /** BCP 47. */
      language?: string
      /** LAT,LON or place:GEONAMES_ID. */
      near?: string
      /** With near; 50 when left out. */
      within_km?: number
      /** Category. */
      category?: 'for-sale' | 'wanted' | 'services' | 'free' | 'community' | 'vehicles' | 'tickets' | 'jobs' | 'housing'
      /** Condition. */
      condition?: 'new' | 'like-new' | 'good' | 'fair' | 'for-parts'
      /** ISO 4217; beside price_*, cheapest. */
      currency?: string
      /** In units of currency. */
      price_min?: number
      /** In units of currency. */
      price_max?: number
      /** Which comes first. */
      order?: 'newest' | 'cheapest' | 'dearest'
      /** Items a page. */
      limit?: number
      /** next_cursor of the page before. */
      cursor?: string
      /** Runs then or later. */
      on_from?: string
      /** Runs then or earlier. */
      on_to?: string
      /** Starts from then on. */
      starts_after?: string
      /** Starts before. */
      starts_before?: string
    }
    headers: {}
    body: undefined
    answer: SearchResponse<Site>
  }
  /** Let a search stand: it finds posts as they are published. Free; up to 20 at once. */
  createStandingSearch: {
    path: {}
    query: {}
    headers: {}
    body: CreateStandingSearchRequest<Site>
    answer: StandingSearch
  }
  /** The searches of the account that stand, of all sites, oldest first. */
  listStandingSearches: {
    path: {}
    query: {}
    headers: {}
    body: undefined
    answer: ListStandingSearchesResponse
  }
  /** Delete a search that stands, for good. Its feeds end. */
  deleteStandingSearch: {
    path: {
      /** Begins with `ss_`. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    answer: DeleteStandingSearchResponse
  }
  /** Report a public post. A person reads what it says. Free. */
  reportPost: {
    path: {}
    query: {}
    headers: {}
    body: ReportPostRequest
    answer: ReportPostResponse
  }
  /** Report the handle of an account. A person reads it. Free. */
  reportHandle: {
    path: {
      /** 3 to 24 of a-z, 0-9 and underscore. */
      handle: string
    }
    query: {}
    headers: {}
    body: ReportHandleRequest
    answer: ReportHandleResponse
  }
  /** The state of a report. No key is needed: the id is enough. */
  getReport: {
    path: {
      /** Begins with `rep_`. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    answer: GetReportResponse
  }
  /** Send a message to the seller of a classified, who answers to reply_email. Free. */
  contactSeller: {
    path: {}
    query: {}
    headers: {}
    body: ContactSellerRequest
    answer: ContactSellerResponse | ContactSellerResponse202
  }
  /** The messages of readers about the classifieds of this key, newest first. */
  listRelayMessages: {
    path: {}
    query: {
      /** Only about this post. */
      post_id?: string
      /** Items a page. */
      limit?: number
      /** next_cursor of the page before. */
      cursor?: string
    }
    headers: {}
    body: undefined
    answer: ListRelayMessagesResponse
  }
  /** Answer a message of a reader, once. The reader sees the address of the owner, and may write back. Free. */
  replyToMessage: {
    path: {
      /** Begins with `rm_`. */
      id: string
    }
    query: {}
    headers: {}
    body: ReplyToMessageRequest
    answer: ReplyToMessageResponse | ReplyToMessageResponse202
  }
  /** Take no more messages of the sender of a message, about any post of the account. Free. */
  blockSender: {
    path: {
      /** Begins with `rm_`. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    answer: BlockSenderResponse
  }
  /** Report a message of a reader to the reviewers, once. Free. */
  reportMessage: {
    path: {
      /** Begins with `rm_`. */
      id: string
    }
    query: {}
    headers: {}
    body: ReportMessageRequest
    answer: ReportMessageResponse
  }
  /** The webhook endpoints of the account and what each receives. Secrets are never listed. */
  listWebhooks: {
    path: {}
    query: {}
    headers: {}
    body: undefined
    answer: ListWebhooksResponse
  }
  /** Register an https endpoint for the outcomes of the account's posts; up to 5 at once. */
  createWebhook: {
    path: {}
    query: {}
    headers: {}
    body: CreateWebhookRequest
    answer: CreateWebhookResponse
  }
  /** Change the URL or the events of an endpoint, turn it off, or turn it on again. */
  updateWebhook: {
    path: {
      /** Begins with `wh_`. */
      id: string
    }
    query: {}
    headers: {}
    body: UpdateWebhookRequest
    answer: Webhook
  }
  /** Delete an endpoint for good. Deliveries stop, queued retries too. */
  deleteWebhook: {
    path: {
      /** Begins with `wh_`. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    answer: DeleteWebhookResponse
  }
  /** Queue a signed webhook.test delivery to an endpoint. Free. */
  testWebhook: {
    path: {
      /** Begins with `wh_`. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    answer: TestWebhookResponse
  }
  /** Give an endpoint a new secret, shown once. For 24 hours deliveries carry a signature of each secret. */
  rotateWebhookSecret: {
    path: {
      /** Begins with `wh_`. */
      id: string
    }
    query: {}
    headers: {}
    body: undefined
    answer: RotateWebhookSecretResponse
  }
  /** The deliveries to an endpoint in the last 30 days with their results, newest first. */
  listDeliveries: {
    path: {
      /** Begins with `wh_`. */
      id: string
    }
    query: {
      /** Items a page. */
      limit?: number
      /** next_cursor of the page before. */
      cursor?: string
    }
    headers: {}
    body: undefined
    answer: ListDeliveriesResponse
  }
  /** Send one event to an endpoint again, delivered or not, under the same webhook-id. */
  retryDelivery: {
    path: {
      /** Begins with `wh_`. */
      id: string
      /** Begins with `msg_`. */
      msg: string
    }
    query: {}
    headers: {}
    body: undefined
    answer: RetryDeliveryResponse
  }
  /** Queue every event since a time or a cursor that an endpoint has missed: failed, stopped, or never sent. */
  replayWebhook: {
    path: {
      /** Begins with `wh_`. */
      id: string
    }
    query: {}
    headers: {}
    body: ReplayWebhookRequest
    answer: ReplayWebhookResponse
  }
  /** What became of the posts of this key, and events of its account, oldest first, for callers without a public address. Kept 30 days. */
  listOutcomes: {
    path: {}
    query: {
      /** `cursor` of the page before. */
      after?: string
      /** Items a page. */
      limit?: number
      /** Seconds to wait for news. */
      wait?: number
    }
    headers: {}
    body: undefined
    answer: ListOutcomesResponse<Site>
  }
  /** Look places up by name or point, for `location` of a post and `city` or `near` of a list. */
  findPlaces: {
    path: {}
    query: {
      /** A name or how it begins, in any script, also with state or country: 東京, "Paris, Texas". */
      q?: string
      /** With lon: the nearest first. */
      lat?: number
      /** With lat. */
      lon?: number
      /** ISO 3166-1, such as US. */
      country?: string
      /** ISO 3166-2, such as US-NY. */
      state?: string
    }
    headers: {
      /** The ETag of an answer that you hold; 304 when it is still the same. */
      'if-none-match'?: string
    }
    body: undefined
    answer: FindPlacesResponse
  }
  /** The time of a test account. */
  getTestClock: {
    path: {}
    query: {}
    headers: {}
    body: undefined
    answer: TestClock
  }
  /** Advance the time of a test account, and do on the way what is due. */
  advanceTestClock: {
    path: {}
    query: {}
    headers: {}
    body: AdvanceTestClockRequest
    answer: TestClock
  }
  /** Whether the service is up, the state of moderation, how many texts wait for the model and for a person. */
  getStatus: {
    path: {}
    query: {}
    headers: {}
    body: undefined
    answer: GetStatusResponse
  }
  /** Prices in micros: 1,000,000 is 1 USD. */
  getPricing: {
    path: {}
    query: {}
    headers: {}
    body: undefined
    answer: GetPricingResponse<Site>
  }
  /** The quality bar and the abuse list, with examples. */
  getPolicy: {
    path: {}
    query: {}
    headers: {
      /** The ETag of an answer that you hold; 304 when it is still the same. */
      'if-none-match'?: string
    }
    body: undefined
    answer: Policy
  }
}
