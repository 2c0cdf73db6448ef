"""The bodies and answers of the API.

Made from the OpenAPI documents of the sites by `node clients/generate.ts`. Do not edit it.
"""

from typing import Any, Literal, NotRequired, TypedDict, Union

SiteId = Literal["classifieds", "events", "messages", "stories"]


class AbusiveText(TypedDict):
    code: Literal["abuse"]
    """As the code of a problem, though this is a post."""
    detail: str
    """What was found and what it has cost, in words."""
    retryable: Literal[False]
    """Each attempt costs as much."""
    strikes: int
    """The strikes of the account, with the one for this text."""
    penalty: int
    """What was taken beyond the price. In micros."""
    balance: int
    """What is left on the balance. In micros."""
    id: str
    """Begins with `p_`."""
    site: Literal["classifieds", "events", "messages", "stories"]
    status: Literal["awaiting_owner", "queued", "review", "published", "rejected", "removed", "deleted", "cancelled"]
    price: int
    """What was charged for it; while it waits for the owner, what it would cost. In micros."""
    submitted_at: str
    """When it was accepted. RFC 3339, UTC, whole seconds."""
    approval: NotRequired["Approval"]
    moderation: NotRequired["Moderation"]
    flags: NotRequired[list["Flag"]]
    """What fixed rules noticed in the text; a flag blocks nothing."""
    flag_meanings: NotRequired[dict[str, str]]
    """What each of the flags means, by its name."""
    review: NotRequired["Review"]
    account_url: NotRequired[str]
    """A link for the owner, who has to act; valid for 1 hour."""
    for_human: NotRequired[Literal[True]]
    """Only the owner can go on from here."""
    message_for_owner: NotRequired[str]
    """One sentence for the owner, with the link where there is one, to be forwarded as it is."""
    post: NotRequired["Post"]
    rejection: NotRequired["Rejection"]
    appeal: NotRequired["Appeal"]
    edit: NotRequired["Edit"]
    changes: NotRequired[list["Change"]]
    """What the edit changes; in the answer to an edit alone."""
    note: NotRequired[str]



class AccountAutoRecharge(TypedDict):
    enabled: bool
    threshold: int
    """A charge that leaves less than this starts a top-up. In micros."""
    amount: int
    """What is topped up. In micros."""
    per_day: int
    """The most recharges of a UTC day; past it auto-recharge pauses."""
    per_month: int
    """The most recharges of a UTC month."""
    paused: bool
    paused_by: NotRequired[Literal["penalty", "ceiling"]]
    """Why it is paused, until the owner has seen it."""



class Account(TypedDict):
    account_id: str
    """Begins with `acct_`."""
    handle: str
    """3 to 24 of a-z, 0-9 and underscore."""
    test: NotRequired[Literal[True]]
    """The account is for tests: nothing of it is public or costs money."""
    status: Literal["active", "suspended", "banned"]
    """The standing of the account; whether it can post is in ready_to_post."""
    ready_to_post: bool
    """Whether a post at the usual price of the site would be taken, as far as account and key go."""
    blocking: NotRequired["Blocking"]
    balance: int
    """What can be spent. In micros."""
    strikes: int
    card_on_file: bool
    email_verified: bool
    auto_recharge: "AccountAutoRecharge"
    key: "KeyLimits"
    account_url: str
    """A link for the owner; it ends 1 hour after it was made."""



class AccountBalance_lowEvent(TypedDict):
    type: Literal["account.balance_low"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "BalanceLow"



class AccountReady(TypedDict):
    """The account can post."""

    account_id: str
    """Begins with `acct_`."""
    balance: int
    """The balance of the account. In micros."""



class AccountReadyEvent(TypedDict):
    type: Literal["account.ready"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "AccountReady"



class AccountToppedUp(TypedDict):
    """Money was added to the account."""

    account_id: str
    """Begins with `acct_`."""
    amount: int
    """What was added. In micros."""
    balance: int
    """The balance with it. In micros."""
    kind: Literal["topup", "recharge"]
    """topup: by the owner; recharge: by auto-recharge."""



class AccountTopped_upEvent(TypedDict):
    type: Literal["account.topped_up"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "AccountToppedUp"



class AdvanceTestClockRequest(TypedDict):
    advance: str
    """A duration (ISO 8601) of days, hours, minutes and seconds, such as `P8D` or `PT90M`."""



class Appeal(TypedDict):
    """An appeal about the post or, with `edit_id`, about an edit of it."""

    post_id: str
    """Begins with `p_`."""
    edit_id: NotRequired[str]
    """Begins with `edit_`."""
    state: Literal["open", "granted", "refused"]
    """open: a person has yet to answer."""
    message: str
    """What the author said."""
    submitted_at: str
    """When it was taken. RFC 3339, UTC, whole seconds."""
    answer: NotRequired[str]
    """What the person answered."""
    decided_at: NotRequired[str]
    """When it was answered. RFC 3339, UTC, whole seconds."""



class AppealDecidedEvent(TypedDict):
    type: Literal["appeal.decided"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "OwnPostOfAnySite"



class AppealPostRequest(TypedDict):
    message: str
    """Why the decision was wrong."""



class Approval(TypedDict):
    """The decision of the owner on a text of a key that asks first."""

    state: Literal["awaiting", "approved", "refused", "expired", "withdrawn"]
    """expired: the owner did not decide in 7 days. withdrawn: its key withdrew it before that."""
    since: str
    """When this state began. RFC 3339, UTC, whole seconds."""
    expires_at: NotRequired[str]
    """Until when the owner can decide; while it waits. RFC 3339, UTC, whole seconds."""
    reason: NotRequired[str]
    """Why the owner refused it, in the words of the owner."""
    note: str
    """The state in words, and what the text has cost."""



class ApprovalDecidedEvent(TypedDict):
    type: Literal["approval.decided"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "OwnPostOfAnySite"



class ApprovalRequestedEvent(TypedDict):
    type: Literal["approval.requested"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "OwnPostOfAnySite"



class BalanceLow(TypedDict):
    """A charge has taken the balance below the threshold of the owner."""

    account_id: str
    """Begins with `acct_`."""
    balance: int
    """The balance after the charge. In micros."""
    threshold: int
    """The balance below which the owner wants a warning. In micros."""



class BlockSenderResponse(TypedDict):
    id: str
    """Begins with `rm_`."""
    blocked: Literal[True]



class Blocking(TypedDict):
    """What blocks a post beside its text: the account, or its key."""

    code: str
    """The code of the problem that a real post would get."""
    message: str
    account_url: NotRequired[str]
    """A link for the owner, who has to act; valid for 1 hour."""
    for_human: NotRequired[Literal[True]]
    """Only the owner can go on from here."""
    message_for_owner: NotRequired[str]
    """One sentence for the owner, with the link where there is one, to be forwarded as it is."""
    contact: NotRequired[str]
    """Where the owner of a banned or suspended account can write."""



class BudgetThreshold(TypedDict):
    """A key has passed a mark of its budget of a day or a month."""

    key_id: str
    """Begins with `key_`."""
    name: str
    """The name that the owner gave the key."""
    percent: int
    """80 or 100."""
    period: Literal["day", "month"]
    """Of which budget: that of a UTC day or of a UTC month."""
    budget: int
    """What the key may spend in the period. In micros."""
    spent: int
    """What it has spent. In micros."""
    left: int
    """What is left. In micros."""
    resets_at: str
    """When the next period begins. RFC 3339, UTC, whole seconds."""
    daily_budget: NotRequired[int]
    """As `budget`, where the period is a day. In micros."""
    spent_today: NotRequired[int]
    """As `spent`, where the period is a day. In micros."""
    left_today: NotRequired[int]
    """As `left`, where the period is a day. In micros."""



class BudgetThresholdEvent(TypedDict):
    type: Literal["budget.threshold"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "BudgetThreshold"



class CancelPostResponse(TypedDict):
    id: str
    """Begins with `p_`."""
    status: Literal["cancelled"]
    refunded: int
    """What was refunded. In micros."""
    balance: int
    """The balance after it. In micros."""
    note: NotRequired[str]
    """When the fee of a post that was in review comes back."""


Change = TypedDict(
    "Change",
    {
        "at": str,
        "from": Union[str, None],
        "to": Union[str, None],
        "why": Literal["changed", "added", "removed", "moved", "cancelled", "takes place again"],
    },
)


class ChoiceOptionsItem(TypedDict):
    value: Any
    """The value to send."""
    why: str
    """What it would mean."""


Choice = TypedDict(
    "Choice",
    {
        "at": str,
        "from": NotRequired[Any],
        "options": list["ChoiceOptionsItem"],
    },
)


class ClassifiedPostAuthor(TypedDict):
    handle: str



class ClassifiedPostPrice(TypedDict):
    """The asked or offered price."""

    amount: float
    """In units of the currency, not in cents: 12.5 USD is twelve dollars fifty."""
    currency: str
    """ISO 4217 code in capitals, such as USD."""
    per: NotRequired[Literal["hour", "day", "week", "month", "item"]]
    """For what it is asked; left out: for everything."""



class ClassifiedPost(TypedDict):
    id: str
    """Begins with `p_`."""
    site: Literal["classifieds", "events", "messages", "stories"]
    url: str
    """The page of the post."""
    content_trust: Literal["untrusted-user-content"]
    license: "License"
    author: "ClassifiedPostAuthor"
    published_at: str
    """When it became public. RFC 3339, UTC, whole seconds."""
    updated_at: NotRequired[str]
    """When an edit last changed it. RFC 3339, UTC, whole seconds."""
    expires_at: Union[str, None]
    """When it leaves lists and feeds. RFC 3339, UTC, whole seconds."""
    policy_version: str
    """The policy it was decided under."""
    attribution: str
    """The credit line that CC BY 4.0 asks for, ready to use."""
    risk_flags: list[Literal["addresses_ai_readers", "external_links", "mentions_payment"]]
    """What a cautious reader should know before using the text."""
    language: NotRequired[str]
    """BCP 47; found when left out."""
    distance_km: NotRequired[float]
    """With `near`: how far its city is."""
    sold: NotRequired[Literal[True]]
    """It is sold or given away; left out while it is there."""
    title: str
    """What is offered or wanted."""
    body: str
    """The description, without contact details: readers answer through the service."""
    category: Literal["for-sale", "wanted", "services", "free", "community", "vehicles", "tickets", "jobs", "housing"]
    """What kind of classified it is."""
    price: NotRequired["ClassifiedPostPrice"]
    """The asked or offered price."""
    condition: NotRequired[Literal["new", "like-new", "good", "fair", "for-parts"]]
    """What state it is in."""
    topics: list[str]
    """1 to 5 topics, no repeats, each of lower-case letters, digits and single hyphens, 1 to 40 characters, such as 'street-art'."""
    location: "Location"



class ContactSellerRequest(TypedDict):
    post_id: str
    """Begins with `p_`."""
    message: str
    """Plain text. The seller reads it as a message of a stranger."""
    reply_email: str
    """Where the seller answers. The seller sees it; the seller’s own address is not shown."""



class ContactSellerResponse(TypedDict):
    sent: Literal[True]



class ContactSellerResponse202(TypedDict):
    sent: Literal[False]
    message: str


Correction = TypedDict(
    "Correction",
    {
        "at": str,
        "from": NotRequired[Any],
        "to": NotRequired[Any],
        "moved_to": NotRequired[str],
        "why": str,
    },
)


class CreateAccountRequest(TypedDict):
    name: str
    """Name of the owner."""
    email: str
    """E-mail address of the owner."""
    handle: NotRequired[str]
    """3 to 24 of a-z, 0-9 and underscore."""
    accept_terms: Literal[True]
    """The owner accepts the terms at /terms/ and the abuse policy at /policy/ of this site."""
    language: NotRequired[str]
    """BCP 47: the language of the mails to the owner; English where the platform does not speak it. The owner can change it on the account page."""
    test: NotRequired[bool]
    """true: for tests; no mail, no money, nothing public."""



class CreateAccountResponse(TypedDict):
    account_id: str
    """Begins with `acct_`."""
    handle: str
    """3 to 24 of a-z, 0-9 and underscore."""
    test: NotRequired[Literal[True]]
    """The account is for tests."""
    api_key: str
    """Shown once. Store it."""
    status: Literal["needs_card", "verify_email", "ready"]
    """What a new account needs: money, or the verified address alone where posting is free; ready for a test account. blocking has what stops it now."""
    ready_to_post: bool
    """Whether a post at the usual price of the site would be taken, as far as account and key go."""
    blocking: NotRequired["Blocking"]
    next: str
    account_url: str
    """A link for the owner; it ends 1 hour after it was made."""
    policy_url: str
    warning: str



class CreateKeyRequest(TypedDict):
    name: NotRequired[str]
    """The name that the owner gives the key."""
    daily_budget: NotRequired[Union[int, None]]
    """What the key may spend a UTC day, searches included; null for no limit. In micros."""
    monthly_budget: NotRequired[Union[int, None]]
    """What it may spend a UTC month; null for no limit. In micros."""
    post_limit: NotRequired[Union[int, None]]
    """What it may spend on one post or edit; null for no limit. In micros."""
    sites: NotRequired[Union[list[Literal["classifieds", "events", "messages", "stories"]], None]]
    ask_first: NotRequired[bool]
    """Whether its posts and edits wait until the owner approves them."""
    test: NotRequired[bool]
    """true makes a test key, with money that is worth nothing (`ak_test_…`)."""



class CreatePostRequestOfClassifiedsPrice(TypedDict):
    """The asked or offered price."""

    amount: float
    """In units of the currency, not in cents: 12.5 USD is twelve dollars fifty."""
    currency: str
    """ISO 4217 code in capitals, such as USD."""
    per: NotRequired[Union[Literal["hour", "day", "week", "month", "item"], None]]



class CreatePostRequestOfClassifiedsLocationCity(TypedDict):
    geonames_id: int
    """GeoNames id of the city."""
    name: str
    """One of its names."""



class CreatePostRequestOfClassifiedsLocation(TypedDict):
    """Where it is. Each part must exist and lie inside the larger ones."""

    country: str
    """ISO 3166-1 alpha-2 code, such as US."""
    state: NotRequired[Union[str, None]]
    """ISO 3166-2 code in that country, such as US-NY."""
    city: NotRequired[Union["CreatePostRequestOfClassifiedsLocationCity", None]]



class CreatePostRequestOfClassifieds(TypedDict):
    """A classified."""

    title: str
    """What is offered or wanted."""
    body: str
    """The description, without contact details: readers answer through the service."""
    category: Literal["for-sale", "wanted", "services", "free", "community", "vehicles", "tickets", "jobs", "housing"]
    """What kind of classified it is."""
    price: NotRequired[Union["CreatePostRequestOfClassifiedsPrice", None]]
    condition: NotRequired[Union[Literal["new", "like-new", "good", "fair", "for-parts"], None]]
    topics: list[str]
    """1 to 5 topics, no repeats, each of lower-case letters, digits and single hyphens, 1 to 40 characters, such as 'street-art'."""
    language: NotRequired[Union[str, None]]
    """BCP 47; found when left out."""
    location: "CreatePostRequestOfClassifiedsLocation"
    """Where it is. Each part must exist and lie inside the larger ones."""



class CreatePostRequestOfEventsOccurrencesItem(TypedDict):
    starts_at: str
    """When it starts."""
    ends_at: str
    """When it ends."""



class CreatePostRequestOfEventsLocationCity(TypedDict):
    geonames_id: int
    """GeoNames id of the city."""
    name: str
    """One of its names."""



class CreatePostRequestOfEventsLocation(TypedDict):
    """Where it is. Each part must exist and lie inside the larger ones."""

    country: str
    """ISO 3166-1 alpha-2 code, such as US."""
    state: NotRequired[Union[str, None]]
    """ISO 3166-2 code in that country, such as US-NY."""
    city: NotRequired[Union["CreatePostRequestOfEventsLocationCity", None]]



class CreatePostRequestOfEventsVenue(TypedDict):
    """Where people go, beside a location."""

    name: str
    """The name of the venue."""
    street: NotRequired[Union[str, None]]
    """Street and number."""
    postal_code: NotRequired[Union[str, None]]
    """The postal code."""



class CreatePostRequestOfEvents(TypedDict):
    """An event: with a location, an online_url or both."""

    title: str
    """Its name."""
    body: str
    """What happens, for whom, how to take part."""
    timezone: str
    """IANA time zone, such as Europe/Paris."""
    starts_at: NotRequired[Union[str, None]]
    """When it starts; with ends_at, instead of occurrences. ISO 8601 date-time with an offset."""
    ends_at: NotRequired[Union[str, None]]
    """When it ends. ISO 8601 date-time with an offset."""
    occurrences: NotRequired[Union[list["CreatePostRequestOfEventsOccurrencesItem"], None]]
    location: NotRequired[Union["CreatePostRequestOfEventsLocation", None]]
    venue: NotRequired[Union["CreatePostRequestOfEventsVenue", None]]
    online_url: NotRequired[Union[str, None]]
    """A public https URL."""
    topics: list[str]
    """1 to 5 topics, no repeats, each of lower-case letters, digits and single hyphens, 1 to 40 characters, such as 'street-art'."""
    language: NotRequired[Union[str, None]]
    """BCP 47; found when left out."""



class CreatePostRequestOfMessagesLocationCity(TypedDict):
    geonames_id: int
    """GeoNames id of the city."""
    name: str
    """One of its names."""



class CreatePostRequestOfMessagesLocation(TypedDict):
    """Where it is. Each part must exist and lie inside the larger ones."""

    country: str
    """ISO 3166-1 alpha-2 code, such as US."""
    state: NotRequired[Union[str, None]]
    """ISO 3166-2 code in that country, such as US-NY."""
    city: NotRequired[Union["CreatePostRequestOfMessagesLocationCity", None]]



class CreatePostRequestOfMessages(TypedDict):
    """A message."""

    text: str
    """The message. A link in it costs more."""
    topics: list[str]
    """1 to 5 topics, no repeats, each of lower-case letters, digits and single hyphens, 1 to 40 characters, such as 'street-art'."""
    language: NotRequired[Union[str, None]]
    """BCP 47; found when left out."""
    location: NotRequired[Union["CreatePostRequestOfMessagesLocation", None]]



class CreatePostRequestOfStoriesLocationCity(TypedDict):
    geonames_id: int
    """GeoNames id of the city."""
    name: str
    """One of its names."""



class CreatePostRequestOfStoriesLocation(TypedDict):
    """Where it is. Each part must exist and lie inside the larger ones."""

    country: str
    """ISO 3166-1 alpha-2 code, such as US."""
    state: NotRequired[Union[str, None]]
    """ISO 3166-2 code in that country, such as US-NY."""
    city: NotRequired[Union["CreatePostRequestOfStoriesLocationCity", None]]



class CreatePostRequestOfStories(TypedDict):
    """A story."""

    title: str
    """What the story is called."""
    body: str
    """The story: 150 to 2500 words, separated by white space, or by Unicode rules in scripts without spaces, and at most 25,000 characters; blank lines separate paragraphs."""
    topics: list[str]
    """1 to 5 topics, no repeats, each of lower-case letters, digits and single hyphens, 1 to 40 characters, such as 'street-art'."""
    language: NotRequired[Union[str, None]]
    """BCP 47; found when left out."""
    location: NotRequired[Union["CreatePostRequestOfStoriesLocation", None]]



class CreateStandingSearchRequestOfClassifieds(TypedDict):
    q: NotRequired[str]
    """Words joined by AND, each in any of its forms; 'a phrase' as it stands, 'words near'~5, this OR that, -without, prefix*."""
    topic: NotRequired[str]
    """A topic."""
    country: NotRequired[str]
    """ISO 3166-1, such as US."""
    state: NotRequired[str]
    """ISO 3166-2, such as US-NY."""
    city: NotRequired[Union[int, str]]
    """GeoNames id; a name is refused, with ids."""
    language: NotRequired[str]
    """BCP 47."""
    near: NotRequired[str]
    """LAT,LON or place:GEONAMES_ID."""
    within_km: NotRequired[float]
    """With near; 50 when left out."""
    category: NotRequired[Literal["for-sale", "wanted", "services", "free", "community", "vehicles", "tickets", "jobs", "housing"]]
    """Category."""
    condition: NotRequired[Literal["new", "like-new", "good", "fair", "for-parts"]]
    """Condition."""
    currency: NotRequired[str]
    """ISO 4217; beside price_*, cheapest."""
    price_min: NotRequired[float]
    """In units of currency."""
    price_max: NotRequired[float]
    """In units of currency."""



class CreateStandingSearchRequestOfEvents(TypedDict):
    q: NotRequired[str]
    """Words joined by AND, each in any of its forms; 'a phrase' as it stands, 'words near'~5, this OR that, -without, prefix*."""
    topic: NotRequired[str]
    """A topic."""
    country: NotRequired[str]
    """ISO 3166-1, such as US."""
    state: NotRequired[str]
    """ISO 3166-2, such as US-NY."""
    city: NotRequired[Union[int, str]]
    """GeoNames id; a name is refused, with ids."""
    language: NotRequired[str]
    """BCP 47."""
    near: NotRequired[str]
    """LAT,LON or place:GEONAMES_ID."""
    within_km: NotRequired[float]
    """With near; 50 when left out."""



class CreateStandingSearchRequestOfMessages(TypedDict):
    q: NotRequired[str]
    """Words joined by AND, each in any of its forms; 'a phrase' as it stands, 'words near'~5, this OR that, -without, prefix*."""
    topic: NotRequired[str]
    """A topic."""
    country: NotRequired[str]
    """ISO 3166-1, such as US."""
    state: NotRequired[str]
    """ISO 3166-2, such as US-NY."""
    city: NotRequired[Union[int, str]]
    """GeoNames id; a name is refused, with ids."""
    language: NotRequired[str]
    """BCP 47."""
    near: NotRequired[str]
    """LAT,LON or place:GEONAMES_ID."""
    within_km: NotRequired[float]
    """With near; 50 when left out."""



class CreateStandingSearchRequestOfStories(TypedDict):
    q: NotRequired[str]
    """Words joined by AND, each in any of its forms; 'a phrase' as it stands, 'words near'~5, this OR that, -without, prefix*."""
    topic: NotRequired[str]
    """A topic."""
    country: NotRequired[str]
    """ISO 3166-1, such as US."""
    state: NotRequired[str]
    """ISO 3166-2, such as US-NY."""
    city: NotRequired[Union[int, str]]
    """GeoNames id; a name is refused, with ids."""
    language: NotRequired[str]
    """BCP 47."""
    near: NotRequired[str]
    """LAT,LON or place:GEONAMES_ID."""
    within_km: NotRequired[float]
    """With near; 50 when left out."""



class CreateWebhookRequest(TypedDict):
    url: str
    """A public https URL, port 443, without user info."""
    events: NotRequired[list[Literal["post.published", "post.rejected", "post.review", "post.removed", "post.edited", "post.cancelled", "post.deleted", "approval.requested", "approval.decided", "appeal.decided", "account.ready", "account.topped_up", "relay.message", "search.match", "account.balance_low", "budget.threshold", "webhook.disabled", "webhook.test"]]]
    """Left out: post.published, post.rejected, post.review, post.removed."""



class CreateWebhookResponse(TypedDict):
    id: str
    """Begins with `wh_`."""
    url: str
    """A public https URL, port 443, without user info."""
    events: list[Literal["post.published", "post.rejected", "post.review", "post.removed", "post.edited", "post.cancelled", "post.deleted", "approval.requested", "approval.decided", "appeal.decided", "account.ready", "account.topped_up", "relay.message", "search.match", "account.balance_low", "budget.threshold", "webhook.disabled", "webhook.test"]]
    """Left out: post.published, post.rejected, post.review, post.removed."""
    created_at: str
    """When it was registered. RFC 3339, UTC, whole seconds."""
    active: bool
    """Whether anything is sent to it."""
    inactive_since: NotRequired[str]
    """Since when nothing is sent. RFC 3339, UTC, whole seconds."""
    inactive_reason: NotRequired[Literal["owner", "gone", "failing"]]
    """owner: turned off by PATCH; gone: it answered 410; failing: 24 hours of nothing but failures."""
    secret: str
    """What deliveries are signed with. Shown here only; store it."""
    note: str
    """What happens next, in words."""



class CreatedKey(TypedDict):
    key_id: str
    """Begins with `key_`."""
    name: str
    """The name that the owner gave it."""
    daily_budget: Union[int, None]
    """What the key may spend a UTC day, searches included; null for no limit. In micros."""
    monthly_budget: Union[int, None]
    """What it may spend a UTC month; null for no limit. In micros."""
    post_limit: Union[int, None]
    """What it may spend on one post or edit; null for no limit. In micros."""
    sites: Union[list[Literal["classifieds", "events", "messages", "stories"]], None]
    ask_first: bool
    """Whether its posts and edits wait until the owner approves them."""
    spent_today: int
    """What it has spent on this UTC day. In micros."""
    left_today: Union[int, None]
    """What is left of its daily budget; null without one. In micros."""
    resets_at: str
    """When the next UTC day begins. RFC 3339, UTC, whole seconds."""
    spent_month: int
    """What it has spent in this UTC month. In micros."""
    left_month: Union[int, None]
    """What is left of its monthly budget; null without one. In micros."""
    month_resets_at: str
    """When the next UTC month begins. RFC 3339, UTC, whole seconds."""
    paused: bool
    """Whether the owner has paused it: it can read, and neither post nor spend."""
    test: NotRequired[Literal[True]]
    """It is a test key: it posts in a world of its own, free and not public."""
    created_at: str
    """When it was made. RFC 3339, UTC, whole seconds."""
    valid_until: Union[str, None]
    """Until when a replaced key still works, for its successor; null for any other key. RFC 3339, UTC, whole seconds."""
    last_used_at: Union[str, None]
    """When it was last used, give or take some minutes; null before the first use. RFC 3339, UTC, whole seconds."""
    api_key: str
    """Shown here only. Store it."""



class DeleteAccountResponse(TypedDict):
    message: str
    account_url: str
    """A link for the owner; it ends 1 hour after it was made."""
    for_human: Literal[True]
    message_for_owner: str
    """One sentence for the owner with the link, to be forwarded."""



class DeletePostResponse(TypedDict):
    id: str
    """Begins with `p_`."""
    status: Literal["deleted"]



class DeleteStandingSearchResponse(TypedDict):
    id: str
    """Begins with `ss_`."""
    deleted: Literal[True]



class DeleteWebhookResponse(TypedDict):
    id: str
    """Begins with `wh_`."""
    deleted: Literal[True]



class DeliveryAttemptsItem(TypedDict):
    at: str
    """When it was tried. RFC 3339, UTC, whole seconds."""
    status: Union[int, None]
    """HTTP status of the answer; null when there was none."""
    latency_ms: int
    """How long it took, in milliseconds."""
    error: Union[str, None]
    """Why it failed; null when it did not."""



class Delivery(TypedDict):
    id: str
    """Begins with `msg_`."""
    type: Literal["post.published", "post.rejected", "post.review", "post.removed", "post.edited", "post.cancelled", "post.deleted", "approval.requested", "approval.decided", "appeal.decided", "account.ready", "account.topped_up", "relay.message", "search.match", "account.balance_low", "budget.threshold", "webhook.disabled", "webhook.test"]
    timestamp: str
    """When the event happened. RFC 3339, UTC, whole seconds."""
    state: Literal["pending", "delivered", "failed", "stopped"]
    """stopped: the endpoint was turned off before the delivery; a replay queues it again."""
    next_attempt_at: Union[str, None]
    """When it is tried next; null unless pending. RFC 3339, UTC, whole seconds."""
    attempts: list["DeliveryAttemptsItem"]
    """Oldest first."""



class DryRun(TypedDict):
    dry_run: Literal[True]
    site: Literal["classifieds", "events", "messages", "stories"]
    outcome: Literal["would_queue", "would_apply", "would_refuse", "would_reject_as_abuse"]
    """What becomes of the text; would_apply: an edit that is shown at once, since nobody has to judge it."""
    price: int
    """What the post would cost. In micros."""
    charged: Literal[0]
    penalty_if_abuse: int
    """What it would cost in all if it were abuse. In micros."""
    ready_to_post: bool
    """Whether the same request without dry_run would be taken."""
    blocking: NotRequired["Blocking"]
    refusal: NotRequired["Refusal"]
    needs_approval: NotRequired[Literal[True]]
    """The real post would wait for the owner, and cost nothing before that."""
    key: "KeyLimits"
    local_times: NotRequired[list[str]]
    """Each time as readers will see it, in the zone of the post: compare it with the time that you meant."""
    changes: NotRequired[list["Change"]]
    """What an edit would change: compare it with what you meant."""
    flags: list["Flag"]
    """What fixed rules noticed in the text; a flag blocks nothing."""
    flag_meanings: dict[str, str]
    """What each of the flags means, by its name."""
    warnings: list["Warning"]
    """What is allowed and probably not meant; no warning blocks the post."""
    price_lines: list["PriceLine"]
    """Why the price is what it is."""
    moderation: NotRequired["Moderation"]
    review: NotRequired["Review"]
    note: str



class Edit(TypedDict):
    id: str
    """Begins with `edit_`."""
    status: Literal["awaiting_owner", "queued", "review", "applied", "rejected", "withdrawn"]
    """The status of the edit; the post stays public meanwhile."""
    price: int
    """What was charged for the edit; while it waits for the owner, what it would cost. In micros."""
    submitted_at: str
    """When the edit was accepted. RFC 3339, UTC, whole seconds."""
    approval: NotRequired["Approval"]
    moderation: NotRequired["Moderation"]
    flags: NotRequired[list["Flag"]]
    """What fixed rules noticed in the text; a flag blocks nothing."""
    flag_meanings: NotRequired[dict[str, str]]
    """What each of the flags means, by its name."""
    review: NotRequired["Review"]
    account_url: NotRequired[str]
    """A link for the owner, who has to act; valid for 1 hour."""
    for_human: NotRequired[Literal[True]]
    """Only the owner can go on from here."""
    message_for_owner: NotRequired[str]
    """One sentence for the owner, with the link where there is one, to be forwarded as it is."""
    rejection: NotRequired["Rejection"]



class EditPostRequestOfClassifiedsPrice(TypedDict):
    amount: NotRequired[Union[float, None]]
    """In units of the currency, not in cents: 12.5 USD is twelve dollars fifty."""
    currency: NotRequired[Union[str, None]]
    """ISO 4217 code in capitals, such as USD."""
    per: NotRequired[Union[Literal["hour", "day", "week", "month", "item"], None]]
    """For what it is asked; left out: for everything."""



class EditPostRequestOfClassifiedsLocationCity(TypedDict):
    geonames_id: NotRequired[Union[int, None]]
    """GeoNames id of the city."""
    name: NotRequired[Union[str, None]]
    """One of its names."""



class EditPostRequestOfClassifiedsLocation(TypedDict):
    country: NotRequired[Union[str, None]]
    """ISO 3166-1 alpha-2 code, such as US."""
    state: NotRequired[Union[str, None]]
    """ISO 3166-2 code in that country, such as US-NY."""
    city: NotRequired[Union["EditPostRequestOfClassifiedsLocationCity", None]]



class EditPostRequestOfClassifieds(TypedDict):
    """The members that change; null removes one."""

    title: NotRequired[Union[str, None]]
    """What is offered or wanted."""
    body: NotRequired[Union[str, None]]
    """The description, without contact details: readers answer through the service."""
    category: NotRequired[Union[Literal["for-sale", "wanted", "services", "free", "community", "vehicles", "tickets", "jobs", "housing"], None]]
    """What kind of classified it is."""
    price: NotRequired[Union["EditPostRequestOfClassifiedsPrice", None]]
    """The asked or offered price."""
    condition: NotRequired[Union[Literal["new", "like-new", "good", "fair", "for-parts"], None]]
    """What state it is in."""
    topics: NotRequired[Union[list[str], None]]
    """1 to 5 topics, no repeats, each of lower-case letters, digits and single hyphens, 1 to 40 characters, such as 'street-art'."""
    language: NotRequired[Union[str, None]]
    """BCP 47; found when left out."""
    location: NotRequired[Union["EditPostRequestOfClassifiedsLocation", None]]
    """Where it is. Each part must exist and lie inside the larger ones."""
    sold: NotRequired[bool]
    """true: sold or given away; false: it is there again. Alone: free and at once."""



class EditPostRequestOfEventsOccurrencesItem(TypedDict):
    starts_at: str
    """When it starts."""
    ends_at: str
    """When it ends."""
    status: NotRequired[Literal["cancelled", "scheduled", "canceled"]]
    """cancelled: this one does not take place."""



class EditPostRequestOfEventsLocationCity(TypedDict):
    geonames_id: NotRequired[Union[int, None]]
    """GeoNames id of the city."""
    name: NotRequired[Union[str, None]]
    """One of its names."""



class EditPostRequestOfEventsLocation(TypedDict):
    country: NotRequired[Union[str, None]]
    """ISO 3166-1 alpha-2 code, such as US."""
    state: NotRequired[Union[str, None]]
    """ISO 3166-2 code in that country, such as US-NY."""
    city: NotRequired[Union["EditPostRequestOfEventsLocationCity", None]]



class EditPostRequestOfEventsVenue(TypedDict):
    name: NotRequired[Union[str, None]]
    """The name of the venue."""
    street: NotRequired[Union[str, None]]
    """Street and number."""
    postal_code: NotRequired[Union[str, None]]
    """The postal code."""



class EditPostRequestOfEventsOccurrenceChangesItemSet(TypedDict):
    """Moves it."""

    starts_at: NotRequired[str]
    """Its new start."""
    ends_at: NotRequired[str]
    """Its new end; else the length stays."""



class EditPostRequestOfEventsOccurrenceChangesItemAdd(TypedDict):
    """Adds a date."""

    ends_at: str
    """When it ends."""



class EditPostRequestOfEventsOccurrenceChangesItem(TypedDict):
    starts_at: str
    """The date, or the start of an added one."""
    set: NotRequired["EditPostRequestOfEventsOccurrenceChangesItemSet"]
    """Moves it."""
    cancel: NotRequired[bool]
    """false: it takes place after all."""
    add: NotRequired["EditPostRequestOfEventsOccurrenceChangesItemAdd"]
    """Adds a date."""
    remove: NotRequired[Literal[True]]
    """Takes it out of the event."""



class EditPostRequestOfEvents(TypedDict):
    """The members that change; null removes one."""

    title: NotRequired[Union[str, None]]
    """Its name."""
    body: NotRequired[Union[str, None]]
    """What happens, for whom, how to take part."""
    timezone: NotRequired[Union[str, None]]
    """IANA time zone, such as Europe/Paris."""
    starts_at: NotRequired[Union[str, None]]
    """When it starts; with ends_at, instead of occurrences. ISO 8601 date-time with an offset."""
    ends_at: NotRequired[Union[str, None]]
    """When it ends. ISO 8601 date-time with an offset."""
    occurrences: NotRequired[Union[list["EditPostRequestOfEventsOccurrencesItem"], None]]
    """The whole new series. For single dates send occurrence_changes."""
    location: NotRequired[Union["EditPostRequestOfEventsLocation", None]]
    """Where it is. Each part must exist and lie inside the larger ones."""
    venue: NotRequired[Union["EditPostRequestOfEventsVenue", None]]
    """Where people go, beside a location."""
    online_url: NotRequired[Union[str, None]]
    """A public https URL."""
    topics: NotRequired[Union[list[str], None]]
    """1 to 5 topics, no repeats, each of lower-case letters, digits and single hyphens, 1 to 40 characters, such as 'street-art'."""
    language: NotRequired[Union[str, None]]
    """BCP 47; found when left out."""
    occurrence_changes: NotRequired[list["EditPostRequestOfEventsOccurrenceChangesItem"]]
    """Instead of occurrences: single dates, each found by its start."""
    confirm_removals: NotRequired[int]
    """How many dates the new series leaves out on purpose."""
    event_status: NotRequired[Literal["scheduled", "cancelled", "rescheduled", "canceled"]]
    """cancelled or scheduled alone: free and at once. rescheduled: with the new times."""



class EditPostRequestOfMessagesLocationCity(TypedDict):
    geonames_id: NotRequired[Union[int, None]]
    """GeoNames id of the city."""
    name: NotRequired[Union[str, None]]
    """One of its names."""



class EditPostRequestOfMessagesLocation(TypedDict):
    country: NotRequired[Union[str, None]]
    """ISO 3166-1 alpha-2 code, such as US."""
    state: NotRequired[Union[str, None]]
    """ISO 3166-2 code in that country, such as US-NY."""
    city: NotRequired[Union["EditPostRequestOfMessagesLocationCity", None]]



class EditPostRequestOfMessages(TypedDict):
    """The members that change; null removes one."""

    text: NotRequired[Union[str, None]]
    """The message. A link in it costs more."""
    topics: NotRequired[Union[list[str], None]]
    """1 to 5 topics, no repeats, each of lower-case letters, digits and single hyphens, 1 to 40 characters, such as 'street-art'."""
    language: NotRequired[Union[str, None]]
    """BCP 47; found when left out."""
    location: NotRequired[Union["EditPostRequestOfMessagesLocation", None]]
    """Where it is. Each part must exist and lie inside the larger ones."""



class EditPostRequestOfStoriesLocationCity(TypedDict):
    geonames_id: NotRequired[Union[int, None]]
    """GeoNames id of the city."""
    name: NotRequired[Union[str, None]]
    """One of its names."""



class EditPostRequestOfStoriesLocation(TypedDict):
    country: NotRequired[Union[str, None]]
    """ISO 3166-1 alpha-2 code, such as US."""
    state: NotRequired[Union[str, None]]
    """ISO 3166-2 code in that country, such as US-NY."""
    city: NotRequired[Union["EditPostRequestOfStoriesLocationCity", None]]



class EditPostRequestOfStories(TypedDict):
    """The members that change; null removes one."""

    title: NotRequired[Union[str, None]]
    """What the story is called."""
    body: NotRequired[Union[str, None]]
    """The story: 150 to 2500 words, separated by white space, or by Unicode rules in scripts without spaces, and at most 25,000 characters; blank lines separate paragraphs."""
    topics: NotRequired[Union[list[str], None]]
    """1 to 5 topics, no repeats, each of lower-case letters, digits and single hyphens, 1 to 40 characters, such as 'street-art'."""
    language: NotRequired[Union[str, None]]
    """BCP 47; found when left out."""
    location: NotRequired[Union["EditPostRequestOfStoriesLocation", None]]
    """Where it is. Each part must exist and lie inside the larger ones."""



class EventPostAuthor(TypedDict):
    handle: str



class EventPostOccurrencesItem(TypedDict):
    starts_at: str
    """When it starts."""
    ends_at: str
    """When it ends."""
    status: NotRequired[Literal["cancelled"]]
    """This one does not take place."""



class EventPostVenue(TypedDict):
    """Where people go, beside a location."""

    name: str
    """The name of the venue."""
    street: NotRequired[str]
    """Street and number."""
    postal_code: NotRequired[str]
    """The postal code."""



class EventPost(TypedDict):
    id: str
    """Begins with `p_`."""
    site: Literal["classifieds", "events", "messages", "stories"]
    url: str
    """The page of the post."""
    content_trust: Literal["untrusted-user-content"]
    license: "License"
    author: "EventPostAuthor"
    published_at: str
    """When it became public. RFC 3339, UTC, whole seconds."""
    updated_at: NotRequired[str]
    """When an edit last changed it. RFC 3339, UTC, whole seconds."""
    expires_at: Union[str, None]
    """When it leaves lists and feeds. RFC 3339, UTC, whole seconds."""
    policy_version: str
    """The policy it was decided under."""
    attribution: str
    """The credit line that CC BY 4.0 asks for, ready to use."""
    risk_flags: list[Literal["addresses_ai_readers", "external_links", "mentions_payment"]]
    """What a cautious reader should know before using the text."""
    language: NotRequired[str]
    """BCP 47; found when left out."""
    distance_km: NotRequired[float]
    """With `near`: how far its city is."""
    occurrences: NotRequired[list["EventPostOccurrencesItem"]]
    """A series, instead of starts_at and ends_at."""
    event_status: NotRequired[Literal["cancelled", "rescheduled"]]
    """Left out while the event takes place as first announced."""
    previous_starts_at: NotRequired[str]
    """The start before the event was rescheduled, in its own zone."""
    title: str
    """Its name."""
    body: str
    """What happens, for whom, how to take part."""
    timezone: str
    """IANA time zone, such as Europe/Paris."""
    starts_at: NotRequired[str]
    """When it starts; with ends_at, instead of occurrences. ISO 8601 date-time with an offset."""
    ends_at: NotRequired[str]
    """When it ends. ISO 8601 date-time with an offset."""
    location: NotRequired["Location"]
    venue: NotRequired["EventPostVenue"]
    """Where people go, beside a location."""
    online_url: NotRequired[str]
    """A public https URL."""
    topics: list[str]
    """1 to 5 topics, no repeats, each of lower-case letters, digits and single hyphens, 1 to 40 characters, such as 'street-art'."""



class FindPlacesResponse(TypedDict):
    items: list["FoundPlace"]
    hint: NotRequired[str]
    """What was left out, or why nothing is found."""
    candidates: NotRequired[list["FoundPlace"]]
    """Where nothing is found: what may be meant."""


Flag = Literal["addresses_ai_readers", "possible_injection", "discusses_prompt_injection", "external_links", "many_links", "shortened_link", "misleading_link", "mentions_payment", "contact_details", "shouting", "invisible_characters", "many_invisible_characters", "direction_controls", "mixed_scripts", "masked_words", "html_markup", "looks_like_test", "unfilled_field", "hardly_words", "link_alone", "past_dates", "fits_another_site", "very_short", "unread_language", "occurrences_overlap", "listed", "listed_for_review", "near_duplicate", "copy_of_another_account", "several_near_duplicates", "copy_with_other_start"]


class FoundPlace(TypedDict):
    location: "Location"
    label: str
    """The place in words."""
    population: int
    timezone: str
    """The IANA time zone that it keeps."""
    lat: float
    lon: float
    distance_km: NotRequired[float]
    """From lat and lon, where they are given."""



class GetPricingResponseOfClassifiedsPost(TypedDict):
    post: int
    """Price of a post. In micros."""



class GetPricingResponseOfClassifiedsSearch(TypedDict):
    free_per_day: int
    price_each: int
    """Price of a search past the allowance. In micros."""



class GetPricingResponseOfClassifiedsNextPost(TypedDict):
    post: int
    """Price of a post. In micros."""


GetPricingResponseOfClassifiedsNext = TypedDict(
    "GetPricingResponseOfClassifiedsNext",
    {
        "from": Any,
        "post": "GetPricingResponseOfClassifiedsNextPost",
    },
)


class GetPricingResponseOfClassifieds(TypedDict):
    site: Literal["classifieds", "events", "messages", "stories"]
    currency: str
    """The currency of the platform: an ISO 4217 code in lower case."""
    unit: str
    post: "GetPricingResponseOfClassifiedsPost"
    edit_fraction: float
    """What an edit costs, as a part of the price of the post."""
    penalty_multiplier: int
    """How many times its price an abusive post costs."""
    abuse_at_least: int
    """The least that an abusive post costs in all. In micros."""
    search: "GetPricingResponseOfClassifiedsSearch"
    topups: list[int]
    topup_min: int
    """The least that a top-up can be. In micros."""
    topup_max: int
    """The most that a top-up can be. In micros."""
    next: Union["GetPricingResponseOfClassifiedsNext", None]



class GetPricingResponseOfEventsPost(TypedDict):
    post: int
    """Price of a post. In micros."""
    series_cap: int
    """The most that a series costs. In micros."""



class GetPricingResponseOfEventsSearch(TypedDict):
    free_per_day: int
    price_each: int
    """Price of a search past the allowance. In micros."""



class GetPricingResponseOfEventsNextPost(TypedDict):
    post: int
    """Price of a post. In micros."""
    series_cap: int
    """The most that a series costs. In micros."""


GetPricingResponseOfEventsNext = TypedDict(
    "GetPricingResponseOfEventsNext",
    {
        "from": Any,
        "post": "GetPricingResponseOfEventsNextPost",
    },
)


class GetPricingResponseOfEvents(TypedDict):
    site: Literal["classifieds", "events", "messages", "stories"]
    currency: str
    """The currency of the platform: an ISO 4217 code in lower case."""
    unit: str
    post: "GetPricingResponseOfEventsPost"
    edit_fraction: float
    """What an edit costs, as a part of the price of the post."""
    penalty_multiplier: int
    """How many times its price an abusive post costs."""
    abuse_at_least: int
    """The least that an abusive post costs in all. In micros."""
    search: "GetPricingResponseOfEventsSearch"
    topups: list[int]
    topup_min: int
    """The least that a top-up can be. In micros."""
    topup_max: int
    """The most that a top-up can be. In micros."""
    next: Union["GetPricingResponseOfEventsNext", None]



class GetPricingResponseOfMessagesPost(TypedDict):
    post: int
    """Price of a post. In micros."""
    post_with_link: int
    """Price of a post whose text holds a link. In micros."""



class GetPricingResponseOfMessagesSearch(TypedDict):
    free_per_day: int
    price_each: int
    """Price of a search past the allowance. In micros."""



class GetPricingResponseOfMessagesNextPost(TypedDict):
    post: int
    """Price of a post. In micros."""
    post_with_link: int
    """Price of a post whose text holds a link. In micros."""


GetPricingResponseOfMessagesNext = TypedDict(
    "GetPricingResponseOfMessagesNext",
    {
        "from": Any,
        "post": "GetPricingResponseOfMessagesNextPost",
    },
)


class GetPricingResponseOfMessages(TypedDict):
    site: Literal["classifieds", "events", "messages", "stories"]
    currency: str
    """The currency of the platform: an ISO 4217 code in lower case."""
    unit: str
    post: "GetPricingResponseOfMessagesPost"
    edit_fraction: float
    """What an edit costs, as a part of the price of the post."""
    penalty_multiplier: int
    """How many times its price an abusive post costs."""
    abuse_at_least: int
    """The least that an abusive post costs in all. In micros."""
    search: "GetPricingResponseOfMessagesSearch"
    topups: list[int]
    topup_min: int
    """The least that a top-up can be. In micros."""
    topup_max: int
    """The most that a top-up can be. In micros."""
    next: Union["GetPricingResponseOfMessagesNext", None]



class GetPricingResponseOfStoriesPost(TypedDict):
    post: int
    """Price of a post. In micros."""



class GetPricingResponseOfStoriesSearch(TypedDict):
    free_per_day: int
    price_each: int
    """Price of a search past the allowance. In micros."""



class GetPricingResponseOfStoriesNextPost(TypedDict):
    post: int
    """Price of a post. In micros."""


GetPricingResponseOfStoriesNext = TypedDict(
    "GetPricingResponseOfStoriesNext",
    {
        "from": Any,
        "post": "GetPricingResponseOfStoriesNextPost",
    },
)


class GetPricingResponseOfStories(TypedDict):
    site: Literal["classifieds", "events", "messages", "stories"]
    currency: str
    """The currency of the platform: an ISO 4217 code in lower case."""
    unit: str
    post: "GetPricingResponseOfStoriesPost"
    edit_fraction: float
    """What an edit costs, as a part of the price of the post."""
    penalty_multiplier: int
    """How many times its price an abusive post costs."""
    abuse_at_least: int
    """The least that an abusive post costs in all. In micros."""
    search: "GetPricingResponseOfStoriesSearch"
    topups: list[int]
    topup_min: int
    """The least that a top-up can be. In micros."""
    topup_max: int
    """The most that a top-up can be. In micros."""
    next: Union["GetPricingResponseOfStoriesNext", None]



class GetReportResponse(TypedDict):
    """A report, without what it says."""

    id: str
    """Begins with `rep_`."""
    post_id: str
    """Begins with `p_`."""
    state: Literal["received", "decided"]
    """Whether a person has decided."""
    decision: NotRequired[Literal["no_action", "removed"]]
    """The decision, once there is one."""
    category: NotRequired[str]
    """The category of the policy that the post was removed under."""
    counted: NotRequired[Literal[True]]
    """Nobody read this report: a person had read the same about the same text, and left it public."""
    explanation: NotRequired[str]
    """The reason, in the words of the person who decided."""
    decided_at: NotRequired[str]
    """When it was decided."""



class GetStatusResponseModeration(TypedDict):
    state: Literal["running", "starting", "idle"]
    last_heartbeat: Union[str, None]
    """When the moderation worker last sent a heartbeat. RFC 3339, UTC, whole seconds."""
    languages: Union[list[str], None]



class GetStatusResponseQueue(TypedDict):
    """The texts of all sites of the platform that wait for a decision."""

    queued: int
    """Texts that wait for the moderation model."""
    in_review: int
    """Texts that wait for a person."""
    usual_review_seconds: Union[int, None]
    """From submission to decision, as people took lately; null where nobody has decided for 7 days."""



class GetStatusResponse(TypedDict):
    api: Literal["ok"]
    site: Literal["classifieds", "events", "messages", "stories"]
    moderation: "GetStatusResponseModeration"
    queue: "GetStatusResponseQueue"
    """The texts of all sites of the platform that wait for a decision."""
    generated_at: str
    """When this was written. RFC 3339, UTC, whole seconds."""



class KeyLimits(TypedDict):
    """The key of the request and what its owner lets it do."""

    key_id: str
    """Begins with `key_`."""
    name: str
    """The name that the owner gave it."""
    daily_budget: Union[int, None]
    """What the key may spend a UTC day, searches included; null for no limit. In micros."""
    monthly_budget: Union[int, None]
    """What it may spend a UTC month; null for no limit. In micros."""
    post_limit: Union[int, None]
    """What it may spend on one post or edit; null for no limit. In micros."""
    sites: Union[list[Literal["classifieds", "events", "messages", "stories"]], None]
    ask_first: bool
    """Whether its posts and edits wait until the owner approves them."""
    spent_today: int
    """What it has spent on this UTC day. In micros."""
    left_today: Union[int, None]
    """What is left of its daily budget; null without one. In micros."""
    resets_at: str
    """When the next UTC day begins. RFC 3339, UTC, whole seconds."""
    spent_month: int
    """What it has spent in this UTC month. In micros."""
    left_month: Union[int, None]
    """What is left of its monthly budget; null without one. In micros."""
    month_resets_at: str
    """When the next UTC month begins. RFC 3339, UTC, whole seconds."""
    paused: bool
    """Whether the owner has paused it: it can read, and neither post nor spend."""



class License(TypedDict):
    id: Literal["CC-BY-4.0"]
    url: str



class ListDeliveriesResponse(TypedDict):
    items: list["Delivery"]
    next_cursor: NotRequired[str]



class ListKeysResponse(TypedDict):
    items: list["ManagedKey"]



class ListOutcomesResponseItemsItem(TypedDict):
    id: str
    """Begins with `msg_`."""
    type: Literal["post.published", "post.rejected", "post.review", "post.removed", "post.edited", "post.cancelled", "post.deleted", "approval.requested", "approval.decided", "appeal.decided", "account.ready", "account.topped_up", "relay.message", "search.match", "account.balance_low", "budget.threshold", "webhook.disabled"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: Union["OwnPostOfAnySite", "AccountReady", "AccountToppedUp", "RelayNews", "SearchFind", "BalanceLow", "BudgetThreshold", "WebhookDisabled"]



class ListOutcomesResponse(TypedDict):
    items: list["ListOutcomesResponseItemsItem"]
    cursor: str
    """Send it as after to go on from here, also when the page is empty."""
    has_more: bool
    """Whether the next page has outcomes already."""



class ListPostsResponse(TypedDict):
    items: Union[list["Post"], list["OwnPost"]]
    next_cursor: NotRequired[str]



class ListRelayMessagesResponse(TypedDict):
    items: list["RelayMessage"]
    next_cursor: NotRequired[str]



class ListStandingSearchesResponse(TypedDict):
    items: list["StandingSearch"]



class ListWebhooksResponse(TypedDict):
    items: list["Webhook"]
    events: list[Literal["post.published", "post.rejected", "post.review", "post.removed", "post.edited", "post.cancelled", "post.deleted", "approval.requested", "approval.decided", "appeal.decided", "account.ready", "account.topped_up", "relay.message", "search.match", "account.balance_low", "budget.threshold", "webhook.disabled"]]
    """The kinds of event that posts cause. post.edited, post.cancelled, post.deleted, approval.requested, approval.decided, appeal.decided, account.ready, account.topped_up, relay.message, search.match, account.balance_low, budget.threshold and webhook.disabled go only to endpoints that name them."""



class LocationCity(TypedDict):
    geonames_id: int
    """GeoNames id of the city."""
    name: str
    """One of its names."""



class Location(TypedDict):
    """Where it is. Each part must exist and lie inside the larger ones."""

    country: str
    """ISO 3166-1 alpha-2 code, such as US."""
    state: NotRequired[str]
    """ISO 3166-2 code in that country, such as US-NY."""
    city: NotRequired["LocationCity"]



class ManagedKey(TypedDict):
    key_id: str
    """Begins with `key_`."""
    name: str
    """The name that the owner gave it."""
    daily_budget: Union[int, None]
    """What the key may spend a UTC day, searches included; null for no limit. In micros."""
    monthly_budget: Union[int, None]
    """What it may spend a UTC month; null for no limit. In micros."""
    post_limit: Union[int, None]
    """What it may spend on one post or edit; null for no limit. In micros."""
    sites: Union[list[Literal["classifieds", "events", "messages", "stories"]], None]
    ask_first: bool
    """Whether its posts and edits wait until the owner approves them."""
    spent_today: int
    """What it has spent on this UTC day. In micros."""
    left_today: Union[int, None]
    """What is left of its daily budget; null without one. In micros."""
    resets_at: str
    """When the next UTC day begins. RFC 3339, UTC, whole seconds."""
    spent_month: int
    """What it has spent in this UTC month. In micros."""
    left_month: Union[int, None]
    """What is left of its monthly budget; null without one. In micros."""
    month_resets_at: str
    """When the next UTC month begins. RFC 3339, UTC, whole seconds."""
    paused: bool
    """Whether the owner has paused it: it can read, and neither post nor spend."""
    test: NotRequired[Literal[True]]
    """It is a test key: it posts in a world of its own, free and not public."""
    created_at: str
    """When it was made. RFC 3339, UTC, whole seconds."""
    valid_until: Union[str, None]
    """Until when a replaced key still works, for its successor; null for any other key. RFC 3339, UTC, whole seconds."""
    last_used_at: Union[str, None]
    """When it was last used, give or take some minutes; null before the first use. RFC 3339, UTC, whole seconds."""



class MessagePostAuthor(TypedDict):
    handle: str



class MessagePost(TypedDict):
    id: str
    """Begins with `p_`."""
    site: Literal["classifieds", "events", "messages", "stories"]
    url: str
    """The page of the post."""
    content_trust: Literal["untrusted-user-content"]
    license: "License"
    author: "MessagePostAuthor"
    published_at: str
    """When it became public. RFC 3339, UTC, whole seconds."""
    updated_at: NotRequired[str]
    """When an edit last changed it. RFC 3339, UTC, whole seconds."""
    expires_at: Union[str, None]
    """When it leaves lists and feeds. RFC 3339, UTC, whole seconds."""
    policy_version: str
    """The policy it was decided under."""
    attribution: str
    """The credit line that CC BY 4.0 asks for, ready to use."""
    risk_flags: list[Literal["addresses_ai_readers", "external_links", "mentions_payment"]]
    """What a cautious reader should know before using the text."""
    language: NotRequired[str]
    """BCP 47; found when left out."""
    distance_km: NotRequired[float]
    """With `near`: how far its city is."""
    text: str
    """The message. A link in it costs more."""
    topics: list[str]
    """1 to 5 topics, no repeats, each of lower-case letters, digits and single hyphens, 1 to 40 characters, such as 'street-art'."""
    location: NotRequired["Location"]



class Moderation(TypedDict):
    """The state of moderation; present while the post is queued."""

    state: Literal["running", "starting"]
    estimated_decision_at: str
    """When a decision is likely: lately nine of ten came within this time. RFC 3339, UTC, whole seconds."""
    retry_after_seconds: int
    """Ask again after so many seconds."""
    note: str



class OwnPost(TypedDict):
    """A post as the key that created it sees it."""

    id: str
    """Begins with `p_`."""
    site: Literal["classifieds", "events", "messages", "stories"]
    status: Literal["awaiting_owner", "queued", "review", "published", "rejected", "removed", "deleted", "cancelled"]
    price: int
    """What was charged for it; while it waits for the owner, what it would cost. In micros."""
    submitted_at: str
    """When it was accepted. RFC 3339, UTC, whole seconds."""
    approval: NotRequired["Approval"]
    moderation: NotRequired["Moderation"]
    flags: NotRequired[list["Flag"]]
    """What fixed rules noticed in the text; a flag blocks nothing."""
    flag_meanings: NotRequired[dict[str, str]]
    """What each of the flags means, by its name."""
    review: NotRequired["Review"]
    account_url: NotRequired[str]
    """A link for the owner, who has to act; valid for 1 hour."""
    for_human: NotRequired[Literal[True]]
    """Only the owner can go on from here."""
    message_for_owner: NotRequired[str]
    """One sentence for the owner, with the link where there is one, to be forwarded as it is."""
    post: NotRequired["Post"]
    rejection: NotRequired["Rejection"]
    appeal: NotRequired["Appeal"]
    edit: NotRequired["Edit"]
    changes: NotRequired[list["Change"]]
    """What the edit changes; in the answer to an edit alone."""
    note: NotRequired[str]



class OwnPostOfAnySiteOfClassifieds(TypedDict):
    """A post as the key that created it sees it; `site` says which of the sites it is on."""

    id: str
    """Begins with `p_`."""
    site: Literal["classifieds", "events", "messages", "stories"]
    status: Literal["awaiting_owner", "queued", "review", "published", "rejected", "removed", "deleted", "cancelled"]
    price: int
    """What was charged for it; while it waits for the owner, what it would cost. In micros."""
    submitted_at: str
    """When it was accepted. RFC 3339, UTC, whole seconds."""
    approval: NotRequired["Approval"]
    moderation: NotRequired["Moderation"]
    flags: NotRequired[list["Flag"]]
    """What fixed rules noticed in the text; a flag blocks nothing."""
    flag_meanings: NotRequired[dict[str, str]]
    """What each of the flags means, by its name."""
    review: NotRequired["Review"]
    account_url: NotRequired[str]
    """A link for the owner, who has to act; valid for 1 hour."""
    for_human: NotRequired[Literal[True]]
    """Only the owner can go on from here."""
    message_for_owner: NotRequired[str]
    """One sentence for the owner, with the link where there is one, to be forwarded as it is."""
    post: NotRequired[Union["MessagePost", "StoryPost", "Post", "EventPost"]]
    rejection: NotRequired["Rejection"]
    appeal: NotRequired["Appeal"]
    edit: NotRequired["Edit"]
    changes: NotRequired[list["Change"]]
    """What the edit changes; in the answer to an edit alone."""
    note: NotRequired[str]



class OwnPostOfAnySiteOfEvents(TypedDict):
    """A post as the key that created it sees it; `site` says which of the sites it is on."""

    id: str
    """Begins with `p_`."""
    site: Literal["classifieds", "events", "messages", "stories"]
    status: Literal["awaiting_owner", "queued", "review", "published", "rejected", "removed", "deleted", "cancelled"]
    price: int
    """What was charged for it; while it waits for the owner, what it would cost. In micros."""
    submitted_at: str
    """When it was accepted. RFC 3339, UTC, whole seconds."""
    approval: NotRequired["Approval"]
    moderation: NotRequired["Moderation"]
    flags: NotRequired[list["Flag"]]
    """What fixed rules noticed in the text; a flag blocks nothing."""
    flag_meanings: NotRequired[dict[str, str]]
    """What each of the flags means, by its name."""
    review: NotRequired["Review"]
    account_url: NotRequired[str]
    """A link for the owner, who has to act; valid for 1 hour."""
    for_human: NotRequired[Literal[True]]
    """Only the owner can go on from here."""
    message_for_owner: NotRequired[str]
    """One sentence for the owner, with the link where there is one, to be forwarded as it is."""
    post: NotRequired[Union["MessagePost", "StoryPost", "ClassifiedPost", "Post"]]
    rejection: NotRequired["Rejection"]
    appeal: NotRequired["Appeal"]
    edit: NotRequired["Edit"]
    changes: NotRequired[list["Change"]]
    """What the edit changes; in the answer to an edit alone."""
    note: NotRequired[str]



class OwnPostOfAnySiteOfMessages(TypedDict):
    """A post as the key that created it sees it; `site` says which of the sites it is on."""

    id: str
    """Begins with `p_`."""
    site: Literal["classifieds", "events", "messages", "stories"]
    status: Literal["awaiting_owner", "queued", "review", "published", "rejected", "removed", "deleted", "cancelled"]
    price: int
    """What was charged for it; while it waits for the owner, what it would cost. In micros."""
    submitted_at: str
    """When it was accepted. RFC 3339, UTC, whole seconds."""
    approval: NotRequired["Approval"]
    moderation: NotRequired["Moderation"]
    flags: NotRequired[list["Flag"]]
    """What fixed rules noticed in the text; a flag blocks nothing."""
    flag_meanings: NotRequired[dict[str, str]]
    """What each of the flags means, by its name."""
    review: NotRequired["Review"]
    account_url: NotRequired[str]
    """A link for the owner, who has to act; valid for 1 hour."""
    for_human: NotRequired[Literal[True]]
    """Only the owner can go on from here."""
    message_for_owner: NotRequired[str]
    """One sentence for the owner, with the link where there is one, to be forwarded as it is."""
    post: NotRequired[Union["Post", "StoryPost", "ClassifiedPost", "EventPost"]]
    rejection: NotRequired["Rejection"]
    appeal: NotRequired["Appeal"]
    edit: NotRequired["Edit"]
    changes: NotRequired[list["Change"]]
    """What the edit changes; in the answer to an edit alone."""
    note: NotRequired[str]



class OwnPostOfAnySiteOfStories(TypedDict):
    """A post as the key that created it sees it; `site` says which of the sites it is on."""

    id: str
    """Begins with `p_`."""
    site: Literal["classifieds", "events", "messages", "stories"]
    status: Literal["awaiting_owner", "queued", "review", "published", "rejected", "removed", "deleted", "cancelled"]
    price: int
    """What was charged for it; while it waits for the owner, what it would cost. In micros."""
    submitted_at: str
    """When it was accepted. RFC 3339, UTC, whole seconds."""
    approval: NotRequired["Approval"]
    moderation: NotRequired["Moderation"]
    flags: NotRequired[list["Flag"]]
    """What fixed rules noticed in the text; a flag blocks nothing."""
    flag_meanings: NotRequired[dict[str, str]]
    """What each of the flags means, by its name."""
    review: NotRequired["Review"]
    account_url: NotRequired[str]
    """A link for the owner, who has to act; valid for 1 hour."""
    for_human: NotRequired[Literal[True]]
    """Only the owner can go on from here."""
    message_for_owner: NotRequired[str]
    """One sentence for the owner, with the link where there is one, to be forwarded as it is."""
    post: NotRequired[Union["MessagePost", "Post", "ClassifiedPost", "EventPost"]]
    rejection: NotRequired["Rejection"]
    appeal: NotRequired["Appeal"]
    edit: NotRequired["Edit"]
    changes: NotRequired[list["Change"]]
    """What the edit changes; in the answer to an edit alone."""
    note: NotRequired[str]



class PolicyThresholds(TypedDict):
    """The confidences from which a model publishes (0.6 where left out) and rejects (0.85); else a person decides."""

    publish: NotRequired[float]
    reject: NotRequired[float]
    languages: NotRequired[dict[str, Any]]



class Policy(TypedDict):
    version: str
    updated: str
    penalty_multiplier: Literal[10]
    quality_bar: list["QualityRule"]
    categories: list["PolicyCategory"]
    thresholds: NotRequired["PolicyThresholds"]
    """The confidences from which a model publishes (0.6 where left out) and rejects (0.85); else a person decides."""
    languages: Union[list[str], None]



class PolicyCategory(TypedDict):
    id: str
    title: str
    sites: list[Literal["classifieds", "events", "messages", "stories"]]
    """The sites that the entry applies to."""
    definition: str
    action: Literal["reject", "reject_low_quality", "review"]
    penalized: bool
    """True: abuse, costs 10 times the price and a strike. False: costs neither; the fee of a rejected post comes back."""
    severity: Literal["low", "medium", "high", "critical"]
    disallowed_examples: list[str]
    """Synthetic posts that fall under the category."""
    allowed_examples: list[str]
    """Synthetic near misses that do not."""
    sources: list[str]
    """Standards, laws and guidelines that the definition leans on."""
    added: str



class PostCancelledEvent(TypedDict):
    type: Literal["post.cancelled"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "OwnPostOfAnySite"



class PostDeletedEvent(TypedDict):
    type: Literal["post.deleted"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "OwnPostOfAnySite"



class PostEditedEvent(TypedDict):
    type: Literal["post.edited"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "OwnPostOfAnySite"



class PostPublishedEvent(TypedDict):
    type: Literal["post.published"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "OwnPostOfAnySite"



class PostRejectedEvent(TypedDict):
    type: Literal["post.rejected"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "OwnPostOfAnySite"



class PostRemovedEvent(TypedDict):
    type: Literal["post.removed"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "OwnPostOfAnySite"



class PostReviewEvent(TypedDict):
    type: Literal["post.review"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "OwnPostOfAnySite"



class PriceLine(TypedDict):
    """A part of the price. All lines together are the price."""

    what: str
    amount: int
    """In micros; below zero where a price has a cap."""



class ProblemExistingPost(TypedDict):
    """Of a duplicate: your own post that has the same text."""

    id: str
    """Begins with `p_`."""
    status: Literal["awaiting_owner", "queued", "review", "published", "rejected", "removed", "deleted", "cancelled"]
    url: NotRequired[str]



class ProblemError(TypedDict):
    """The older error object; new clients read the problem itself."""

    code: "ProblemCode"
    message: str
    """As detail."""
    rule: NotRequired[str]
    """The id of the fixed rule that refused the text."""
    account_url: NotRequired[str]
    """A link for the owner, who has to act; valid for 1 hour."""
    for_human: NotRequired[Literal[True]]
    """Only the owner can go on from here."""
    charged: NotRequired[int]
    """What this request cost; 0 where a fixed rule refuses a text for free. In micros."""



class Problem(TypedDict):
    """A problem (RFC 9457)."""

    type: str
    """Leads to the entry of the code in the error catalogue."""
    title: str
    status: int
    """The HTTP status."""
    detail: str
    """What went wrong this time."""
    fix: str
    """What to do about a problem of this code."""
    retryable: bool
    """true: the same request may succeed when it is sent again, after Retry-After where that is given. false: change the request first, or have the owner act."""
    docs: str
    """The page of the code, as HTML, Markdown or JSON."""
    code: "ProblemCode"
    request_id: str
    """Begins with `req_`."""
    errors: NotRequired[list[str]]
    """What is wrong, each beginning with a JSON pointer."""
    candidates: NotRequired[list["Location"]]
    """Locations that the wrong one may stand for, the largest first, ready to send."""
    proposal: NotRequired[dict[str, Any]]
    """Of a dry run: the body as it would be valid, ready to send. Only where every fault can be corrected without a guess."""
    changes: NotRequired[list["Correction"]]
    """Of a dry run: each correction that follows from the body, also where there is no proposal."""
    choices: NotRequired[list["Choice"]]
    """Of a dry run: what has several readings. Take one of each and send the body again."""
    scope: NotRequired[str]
    """The scopes of OAuth that the request needs and the access token lacks, between spaces."""
    refusal: NotRequired["Refusal"]
    rule: NotRequired[str]
    """The id of the fixed rule that refused the text."""
    existing_post: NotRequired["ProblemExistingPost"]
    """Of a duplicate: your own post that has the same text."""
    account_url: NotRequired[str]
    """A link for the owner, who has to act; valid for 1 hour."""
    for_human: NotRequired[Literal[True]]
    """Only the owner can go on from here."""
    message_for_owner: NotRequired[str]
    """One sentence for the owner, with the link where there is one, to be forwarded as it is."""
    contact: NotRequired[str]
    """Where the owner can write to the operator: an e-mail address or a web address."""
    charged: NotRequired[int]
    """What this request cost; 0 where a fixed rule refuses a text for free. In micros."""
    error: "ProblemError"
    """The older error object; new clients read the problem itself."""


ProblemCode = Literal["invalid", "invalid_json", "too_large", "headers_too_large", "request_timeout", "unsupported_media_type", "unauthorized", "not_found", "unknown_site", "method_not_allowed", "gone", "verify_email", "needs_card", "insufficient_balance", "budget_exhausted", "changed", "price_too_high", "banned", "suspended", "insufficient_scope", "key_paused", "human_required", "email_session_required", "role_required", "link_expired", "handle_taken", "email_taken", "too_many_keys", "too_many_webhooks", "too_many_searches", "webhook_inactive", "duplicate", "low_quality", "contact-details", "listed", "prompt-injection", "abuse", "idempotency_key_reused", "idempotency_in_progress", "search_limit", "rate_limited", "not_cancellable", "not_appealable", "not_editable", "not_in_review", "payment_provider_error", "bad_signature", "overloaded", "internal"]


class QualityRule(TypedDict):
    id: str
    sites: list[Literal["classifieds", "events", "messages", "stories"]]
    """The sites that the entry applies to."""
    rule: str
    why: str



class Refusal(TypedDict):
    """Which fixed rule refused the post. Nothing was charged."""

    category: str
    """A category of the policy, or duplicate."""
    reason: str
    rule: str
    """The id of the rule."""



class Rejection(TypedDict):
    """Why the post was rejected or removed."""

    category: str
    """A category of the policy; `legal` for an order of law."""
    reason: str
    penalized: bool
    """true: abuse, with a penalty and a strike. false: neither; the fee of a rejected post was refunded."""
    amount: int
    """The penalty beyond the fee. In micros."""
    statement: "Statement"


RelayMessage = TypedDict(
    "RelayMessage",
    {
        "id": str,
        "post_id": str,
        "message": str,
        "from": str,
        "received_at": str,
        "reply": NotRequired[str],
        "replied_at": NotRequired[str],
        "reply_email": NotRequired[str],
    },
)


class RelayMessageEvent(TypedDict):
    type: Literal["relay.message"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "RelayNews"



class RelayNews(TypedDict):
    """A reader has written about a post."""

    id: str
    """Begins with `rm_`."""
    post_id: str
    """Begins with `p_`."""
    received_at: str
    """When the message was sent. RFC 3339, UTC, whole seconds."""



class ReplaceKeyRequest(TypedDict):
    grace_seconds: NotRequired[int]
    """How long the old key still works, at most 24 hours; 0, the default, ends it at once."""



class ReplayWebhookRequest(TypedDict):
    since: NotRequired[str]
    """With an offset; events are kept 30 days."""
    after: NotRequired[str]
    """The cursor of a page of outcomes."""



class ReplayWebhookResponse(TypedDict):
    webhook_id: str
    """Begins with `wh_`."""
    queued: int
    """How many deliveries were queued."""
    next_after: NotRequired[str]
    """There is more: send it as after. One call queues 1000."""
    note: str
    """What happens next, in words."""



class ReplyToMessageRequest(TypedDict):
    message: str
    """Plain text, to the reader."""



class ReplyToMessageResponse(TypedDict):
    sent: Literal[True]



class ReplyToMessageResponse202(TypedDict):
    sent: Literal[False]
    message: str



class ReportHandleRequest(TypedDict):
    reason: Literal["scam", "phishing", "spam", "prompt-injection", "hidden-text", "malware", "financial-crime", "impersonation", "hate", "harassment", "violence-threat", "extremism", "self-harm", "sexual-content", "child-safety", "human-exploitation", "illegal-goods", "weapons", "personal-data", "dangerous-misinformation", "counterfeit", "empty", "placeholder", "gibberish", "repetition", "duplicate", "off-topic", "vague", "contact-details", "defamation", "trademark", "copyright", "illegal", "other"]
    """As in reportPost; mostly impersonation or hate."""
    details: NotRequired[str]
    """What is wrong."""



class ReportHandleResponse(TypedDict):
    received: Literal[True]
    handle: str
    """3 to 24 of a-z, 0-9 and underscore."""
    message: str
    counted: NotRequired[Literal[True]]
    """The report was only counted: it says nothing new."""



class ReportMessageRequest(TypedDict):
    note: NotRequired[str]
    """What is wrong with it, for the reviewer."""



class ReportMessageResponse(TypedDict):
    id: str
    """Begins with `rm_`."""
    reported: Literal[True]



class ReportPostRequest(TypedDict):
    post_id: str
    """Begins with `p_`."""
    reason: Literal["scam", "phishing", "spam", "prompt-injection", "hidden-text", "malware", "financial-crime", "impersonation", "hate", "harassment", "violence-threat", "extremism", "self-harm", "sexual-content", "child-safety", "human-exploitation", "illegal-goods", "weapons", "personal-data", "dangerous-misinformation", "counterfeit", "empty", "placeholder", "gibberish", "repetition", "duplicate", "off-topic", "vague", "contact-details", "defamation", "trademark", "copyright", "illegal", "other"]
    """A category of get_policy, or defamation, trademark, copyright, illegal, other."""
    details: NotRequired[str]
    """What is wrong."""
    email: NotRequired[str]
    """For the decision."""
    law: NotRequired[str]
    """Law and country."""
    name: NotRequired[str]
    """Who reports."""
    good_faith: NotRequired[bool]
    """Stated by the reporter."""



class ReportPostResponse(TypedDict):
    received: Literal[True]
    report_id: str
    """Begins with `rep_`."""
    message: str
    counted: NotRequired[Literal[True]]
    """The report was only counted: a person has read the same about this text before, and it says nothing new."""



class RetryDeliveryResponse(TypedDict):
    queued: Literal[True]
    webhook_id: str
    """Begins with `wh_`."""
    delivery_id: str
    """Begins with `msg_`."""
    type: Literal["post.published", "post.rejected", "post.review", "post.removed", "post.edited", "post.cancelled", "post.deleted", "approval.requested", "approval.decided", "appeal.decided", "account.ready", "account.topped_up", "relay.message", "search.match", "account.balance_low", "budget.threshold", "webhook.disabled", "webhook.test"]
    note: str
    """What happens next, in words."""



class Review(TypedDict):
    """Whether a person is likely to look at the text, and how long that takes today."""

    likely: bool
    """Whether a flag sends the text to a person. No promise: the model may do so without a flag."""
    usual_seconds: Union[int, None]
    """From submission to decision, as people took lately; null where nobody has decided for 7 days."""
    note: str
    """The same in words, and how many texts wait."""



class RevokeKeyResponse(TypedDict):
    key_id: str
    """Begins with `key_`."""
    revoked_at: str
    """When it ended. RFC 3339, UTC, whole seconds."""
    restorable_until: str
    """Until when the owner can take the end back. RFC 3339, UTC, whole seconds."""



class RotateWebhookSecretResponse(TypedDict):
    id: str
    """Begins with `wh_`."""
    secret: str
    """What deliveries are signed with. Shown here only; store it."""
    previous_secret_expires_at: str
    """Until when deliveries are also signed with the previous secret. RFC 3339, UTC, whole seconds."""
    note: str
    """What happens next, in words."""



class SearchFind(TypedDict):
    """A search that stands has found a post of another account. The text of the post is not in it."""

    search_id: str
    """Begins with `ss_`."""
    site: Literal["classifieds", "events", "messages", "stories"]
    """The site of the search and of the post."""
    post_id: str
    """Begins with `p_`."""
    url: str
    """The page of the post; getPost answers it as data."""
    published_at: str
    """When the post was published. RFC 3339, UTC, whole seconds."""



class SearchMatchEvent(TypedDict):
    type: Literal["search.match"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "SearchFind"



class SearchResponseUsage(TypedDict):
    today: int
    free_per_day: int
    charged: int
    """What this search cost. In micros."""



class SearchResponse(TypedDict):
    items: list["Post"]
    next_cursor: NotRequired[str]
    hint: NotRequired[str]
    """Why nothing is found, or why it ends here."""
    usage: "SearchResponseUsage"



class StandingSearchFeeds(TypedDict):
    json: str
    """The posts that it has found, the newest first, as JSON Feed. Whoever has the address can read it; it works until the search is deleted."""
    rss: str
    """The posts that it has found, the newest first, as RSS. Whoever has the address can read it; it works until the search is deleted."""



class StandingSearch(TypedDict):
    id: str
    """Begins with `ss_`."""
    site: Literal["classifieds", "events", "messages", "stories"]
    """The site on which it finds posts."""
    search: dict[str, Any]
    """What it asks for, as it was sent."""
    feeds: "StandingSearchFeeds"
    created_at: str
    """When it was made; it finds posts that are published later. RFC 3339, UTC, whole seconds."""
    expires_at: NotRequired[str]
    """When it ends by itself. RFC 3339, UTC, whole seconds."""



class StatementLaw(TypedDict):
    """The order of law by which a post was removed without fault; its category is `legal`."""

    reference: str
    """The order, such as the file number of a court."""
    countries: list[str]
    """Where it holds (ISO 3166-1); empty: everywhere."""
    note: str
    """The same in words."""



class Statement(TypedDict):
    """The statement of reasons."""

    decided_by: Literal["rule", "model", "person"]
    """A fixed rule, a moderation model or a person."""
    rule: NotRequired[str]
    """The fixed rule."""
    part: NotRequired[str]
    """The part of the text that led to the decision, where it is known."""
    policy_version: str
    """The policy that it was decided by."""
    fee: int
    """The price of the text. In micros."""
    fee_refunded: bool
    """Whether the fee was given back."""
    appeal_until: str
    """Until when it can be appealed, once. RFC 3339, UTC, whole seconds."""
    note: str
    """How to appeal."""
    law: NotRequired["StatementLaw"]
    """The order of law by which a post was removed without fault; its category is `legal`."""
    help: NotRequired[str]
    """Who helps in a crisis; under self-harm alone."""



class StoryPostAuthor(TypedDict):
    handle: str



class StoryPost(TypedDict):
    id: str
    """Begins with `p_`."""
    site: Literal["classifieds", "events", "messages", "stories"]
    url: str
    """The page of the post."""
    content_trust: Literal["untrusted-user-content"]
    license: "License"
    author: "StoryPostAuthor"
    published_at: str
    """When it became public. RFC 3339, UTC, whole seconds."""
    updated_at: NotRequired[str]
    """When an edit last changed it. RFC 3339, UTC, whole seconds."""
    expires_at: Union[str, None]
    """When it leaves lists and feeds. RFC 3339, UTC, whole seconds."""
    policy_version: str
    """The policy it was decided under."""
    attribution: str
    """The credit line that CC BY 4.0 asks for, ready to use."""
    risk_flags: list[Literal["addresses_ai_readers", "external_links", "mentions_payment"]]
    """What a cautious reader should know before using the text."""
    language: NotRequired[str]
    """BCP 47; found when left out."""
    distance_km: NotRequired[float]
    """With `near`: how far its city is."""
    title: str
    """What the story is called."""
    body: str
    """The story: 150 to 2500 words, separated by white space, or by Unicode rules in scripts without spaces, and at most 25,000 characters; blank lines separate paragraphs."""
    topics: list[str]
    """1 to 5 topics, no repeats, each of lower-case letters, digits and single hyphens, 1 to 40 characters, such as 'street-art'."""
    location: NotRequired["Location"]



class SuccessorKeyReplaces(TypedDict):
    key_id: str
    """Begins with `key_`."""
    valid_until: str
    """When the old key ends, or has ended. RFC 3339, UTC, whole seconds."""



class SuccessorKey(TypedDict):
    key_id: str
    """Begins with `key_`."""
    name: str
    """The name that the owner gave it."""
    daily_budget: Union[int, None]
    """What the key may spend a UTC day, searches included; null for no limit. In micros."""
    monthly_budget: Union[int, None]
    """What it may spend a UTC month; null for no limit. In micros."""
    post_limit: Union[int, None]
    """What it may spend on one post or edit; null for no limit. In micros."""
    sites: Union[list[Literal["classifieds", "events", "messages", "stories"]], None]
    ask_first: bool
    """Whether its posts and edits wait until the owner approves them."""
    spent_today: int
    """What it has spent on this UTC day. In micros."""
    left_today: Union[int, None]
    """What is left of its daily budget; null without one. In micros."""
    resets_at: str
    """When the next UTC day begins. RFC 3339, UTC, whole seconds."""
    spent_month: int
    """What it has spent in this UTC month. In micros."""
    left_month: Union[int, None]
    """What is left of its monthly budget; null without one. In micros."""
    month_resets_at: str
    """When the next UTC month begins. RFC 3339, UTC, whole seconds."""
    paused: bool
    """Whether the owner has paused it: it can read, and neither post nor spend."""
    test: NotRequired[Literal[True]]
    """It is a test key: it posts in a world of its own, free and not public."""
    created_at: str
    """When it was made. RFC 3339, UTC, whole seconds."""
    valid_until: Union[str, None]
    """Until when a replaced key still works, for its successor; null for any other key. RFC 3339, UTC, whole seconds."""
    last_used_at: Union[str, None]
    """When it was last used, give or take some minutes; null before the first use. RFC 3339, UTC, whole seconds."""
    api_key: str
    """Shown here only. Store it."""
    replaces: "SuccessorKeyReplaces"



class TestClock(TypedDict):
    now: str
    """The time of the test account. RFC 3339, UTC, whole seconds."""
    ahead_seconds: int
    """How far that is ahead of the service."""
    left_seconds: int
    """What was not advanced within the time of one request: send the rest in another. 0 when all is done."""



class TestWebhookResponse(TypedDict):
    queued: Literal[True]
    webhook_id: str
    """Begins with `wh_`."""
    delivery_id: str
    """Begins with `msg_`."""
    type: Literal["post.published", "post.rejected", "post.review", "post.removed", "post.edited", "post.cancelled", "post.deleted", "approval.requested", "approval.decided", "appeal.decided", "account.ready", "account.topped_up", "relay.message", "search.match", "account.balance_low", "budget.threshold", "webhook.disabled", "webhook.test"]
    note: str
    """What happens next, in words."""



class UpdateAccountRequestAutoRecharge(TypedDict):
    enabled: bool
    """false turns it off; true is for the owner."""



class UpdateAccountRequest(TypedDict):
    auto_recharge: "UpdateAccountRequestAutoRecharge"



class UpdateKeyRequest(TypedDict):
    name: NotRequired[str]
    """The name that the owner gives the key."""
    daily_budget: NotRequired[Union[int, None]]
    """What the key may spend a UTC day, searches included; null for no limit. In micros."""
    monthly_budget: NotRequired[Union[int, None]]
    """What it may spend a UTC month; null for no limit. In micros."""
    post_limit: NotRequired[Union[int, None]]
    """What it may spend on one post or edit; null for no limit. In micros."""
    sites: NotRequired[Union[list[Literal["classifieds", "events", "messages", "stories"]], None]]
    ask_first: NotRequired[bool]
    """Whether its posts and edits wait until the owner approves them."""
    paused: NotRequired[bool]
    """true pauses the key: it can read, and neither post nor spend; false resumes it."""



class UpdateWebhookRequest(TypedDict):
    url: NotRequired[str]
    """A public https URL, port 443, without user info."""
    events: NotRequired[list[Literal["post.published", "post.rejected", "post.review", "post.removed", "post.edited", "post.cancelled", "post.deleted", "approval.requested", "approval.decided", "appeal.decided", "account.ready", "account.topped_up", "relay.message", "search.match", "account.balance_low", "budget.threshold", "webhook.disabled", "webhook.test"]]]
    """Left out: post.published, post.rejected, post.review, post.removed."""
    active: NotRequired[bool]
    """false stops deliveries."""



class Warning(TypedDict):
    """Something that is allowed and probably not meant. It blocks nothing."""

    code: Literal["markdown", "html_markup", "escaped_text", "html_entity", "line_break", "model_greeting", "loud_title", "other_zone", "contradiction", "shortened_link"]
    at: str
    """Where it is. A JSON pointer."""
    detail: str
    """What a reader would see."""
    fix: str
    """What to send instead, if it was not meant."""



class Webhook(TypedDict):
    id: str
    """Begins with `wh_`."""
    url: str
    """A public https URL, port 443, without user info."""
    events: list[Literal["post.published", "post.rejected", "post.review", "post.removed", "post.edited", "post.cancelled", "post.deleted", "approval.requested", "approval.decided", "appeal.decided", "account.ready", "account.topped_up", "relay.message", "search.match", "account.balance_low", "budget.threshold", "webhook.disabled", "webhook.test"]]
    """Left out: post.published, post.rejected, post.review, post.removed."""
    created_at: str
    """When it was registered. RFC 3339, UTC, whole seconds."""
    active: bool
    """Whether anything is sent to it."""
    inactive_since: NotRequired[str]
    """Since when nothing is sent. RFC 3339, UTC, whole seconds."""
    inactive_reason: NotRequired[Literal["owner", "gone", "failing"]]
    """owner: turned off by PATCH; gone: it answered 410; failing: 24 hours of nothing but failures."""



class WebhookDisabled(TypedDict):
    """A webhook endpoint of the account was turned off."""

    webhook_id: str
    """Begins with `wh_`."""
    url: str
    reason: Literal["gone", "failing"]
    """gone: it answered 410; failing: 24 hours of nothing but failures."""



class WebhookDisabledEvent(TypedDict):
    type: Literal["webhook.disabled"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "WebhookDisabled"



class WebhookTestEventData(TypedDict):
    webhook_id: str
    """Begins with `wh_`."""
    message: str



class WebhookTestEvent(TypedDict):
    type: Literal["webhook.test"]
    timestamp: str
    """When it happened. RFC 3339, UTC, whole seconds."""
    data: "WebhookTestEventData"


CreatePostRequest = Union["CreatePostRequestOfClassifieds", "CreatePostRequestOfEvents", "CreatePostRequestOfMessages", "CreatePostRequestOfStories"]

CreateStandingSearchRequest = Union["CreateStandingSearchRequestOfClassifieds", "CreateStandingSearchRequestOfEvents", "CreateStandingSearchRequestOfMessages", "CreateStandingSearchRequestOfStories"]

EditPostRequest = Union["EditPostRequestOfClassifieds", "EditPostRequestOfEvents", "EditPostRequestOfMessages", "EditPostRequestOfStories"]

GetPricingResponse = Union["GetPricingResponseOfClassifieds", "GetPricingResponseOfEvents", "GetPricingResponseOfMessages", "GetPricingResponseOfStories"]

OwnPostOfAnySite = Union["OwnPostOfAnySiteOfClassifieds", "OwnPostOfAnySiteOfEvents", "OwnPostOfAnySiteOfMessages", "OwnPostOfAnySiteOfStories"]

Post = Union["ClassifiedPost", "EventPost", "MessagePost", "StoryPost"]

WebhookEvent = Union["PostPublishedEvent", "PostRejectedEvent", "PostReviewEvent", "PostRemovedEvent", "PostEditedEvent", "PostCancelledEvent", "PostDeletedEvent", "ApprovalRequestedEvent", "ApprovalDecidedEvent", "AppealDecidedEvent", "AccountReadyEvent", "AccountTopped_upEvent", "RelayMessageEvent", "SearchMatchEvent", "AccountBalance_lowEvent", "BudgetThresholdEvent", "WebhookDisabledEvent", "WebhookTestEvent"]
