// The schemas of a post: the public view, the owning key's view, and the parts that all sites share.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { handOver } from './hand-over.ts'
import { idSchema } from './ids.ts'
import { limits } from './limits.ts'
import { type FlagName, flagNames, flags, riskFlags } from './moderation/flags.ts'
import { siteIds } from './sites/site-ids.ts'
import { span } from './words.ts'

export const closed = { additionalProperties: false } as const

/** Integer micros, exact in every JSON parser. */
export const Micros = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: `${description} In micros.` })

export const Instant = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} RFC 3339, UTC, whole seconds.` })

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const topicLength = 40

export const Topics = Type.Array(
  Type.String({
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    maxLength: topicLength,
    description: 'Lower-case letters, digits, single hyphens.',
  }),
  {
    minItems: 1,
    maxItems: limits.topicsPerPost,
    uniqueItems: true,
    description: `1 to ${limits.topicsPerPost} topics, no repeats, each of lower-case letters, digits and single hyphens, 1 to ${topicLength} characters, such as "street-art".`,
  },
)

/** A language with its script and region, if any (BCP 47): no longer tag, since nobody judges what stands in it. */
export const LanguageTag = (description: string) =>
  Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$', maxLength: 12, description })

/** The language of a text. */
export const TextLanguage = LanguageTag('BCP 47; found when left out.')

/** The longest place name that can be looked up, in code points. */
export const placeNameMax = 200

export const GeonamesId = (description: string) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, description })

export const LocationSchema = Type.Object(
  {
    country: Type.String({ minLength: 2, maxLength: 2, description: 'ISO 3166-1 alpha-2 code, such as US.' }),
    state: Type.Optional(Type.String({ maxLength: 6, description: 'ISO 3166-2 code in that country, such as US-NY.' })),
    city: Type.Optional(
      Type.Object(
        {
          geonames_id: GeonamesId('GeoNames id of the city.'),
          name: Type.String({ minLength: 1, maxLength: placeNameMax, description: 'One of its names.' }),
        },
        closed,
      ),
    ),
  },
  {
    ...closed,
    title: 'Location',
    description: 'Where it is. Each part must exist and lie inside the larger ones.',
  },
)

/** Where a post belongs, as on the wire (contract.md §3). */
export type Location = Static<typeof LocationSchema>

/** The status of an event since its announcement, after eventStatus of schema.org; an event without one is scheduled. */
export const eventStatuses = ['scheduled', 'cancelled', 'rescheduled'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** Other spellings of a status, and the spelling of answers. */
export const statusSpellings: Readonly<Record<string, 'cancelled'>> = { canceled: 'cancelled' }

/** Body of PATCH /v1/posts/{id}: the members that change; null removes one (RFC 7396). The merged post has to be a valid body. */
export function editBody({ body, editMembers }: { body: TObject; editMembers: TProperties }): TObject {
  return Type.Object(
    { ...patchMembers(body), ...editMembers },
    { ...closed, minProperties: 1, description: 'The members that change; null removes one.' },
  )
}

/** The members of an object in a merge patch: each may be left out or null, in nested objects too. */
function patchMembers(object: TObject): TProperties {
  const member = (schema: TSchema): TSchema => {
    const { description, ...bare } = schema as TSchema & { description?: string }
    const given = Type.IsObject(schema) ? Type.Object(patchMembers(schema), closed) : (bare as TSchema)
    return Type.Union([given, Type.Null()], description === undefined ? {} : { description })
  }
  return Object.fromEntries(
    Object.entries(object.properties).map(([name, schema]) => [name, Type.Optional(member(schema))]),
  )
}

export const postStatuses = [
  'awaiting_owner',
  'queued',
  'review',
  'published',
  'rejected',
  'removed',
  'deleted',
  'cancelled',
] as const
export type PostStatus = (typeof postStatuses)[number]

const License = Type.Object({ id: Type.Literal('CC-BY-4.0'), url: Type.String() }, { ...closed, title: 'License' })
export const license = { id: 'CC-BY-4.0', url: 'https://creativecommons.org/licenses/by/4.0/' } as const
export const contentTrust = 'untrusted-user-content'

/** The members that every public post has; a site adds its own (contract.md §3). */
const publicPostMembers = {
  id: idSchema('post'),
  site: Type.Enum([...siteIds]),
  url: Type.String({ description: 'The page of the post.' }),
  content_trust: Type.Literal(contentTrust),
  license: License,
  author: Type.Object({ handle: Type.String() }, closed),
  published_at: Instant('When it became public.'),
  updated_at: Type.Optional(Instant('When an edit last changed it.')),
  expires_at: orNull(Instant('When it leaves lists and feeds.')),
  policy_version: Type.String({ description: 'The policy it was decided under.' }),
  attribution: Type.String({ description: 'The credit line that CC BY 4.0 asks for, ready to use.' }),
  risk_flags: Type.Array(Type.Enum([...riskFlags]), {
    description: 'What a cautious reader should know before using the text.',
  }),
  language: Type.Optional(
    LanguageTag('BCP 47 tag of the language of the text, as sent or as found; `und` where none was found.'),
  ),
  distance_km: Type.Optional(Type.Number({ description: 'With `near`: how far its city is.' })),
}

/** The schema of the public post of a site, as far as every site has it. */
export type PostSchema = TObject<typeof publicPostMembers>
export type PublicPost = Static<PostSchema>

export const commonMembers: ReadonlySet<string> = new Set(Object.keys(publicPostMembers))

/** The public post of a site: common members, members that the site adds or replaces, then the members of the body. */
export function publicPostSchema(body: TObject, added: TProperties = {}): PostSchema {
  return Type.Object({ ...publicPostMembers, ...added, ...body.properties, ...added }, { ...closed, title: 'Post' })
}

export const Moderation = Type.Object(
  {
    state: Type.Enum(['running', 'starting']),
    estimated_decision_at: Instant('When a decision is likely: lately nine of ten came within this time.'),
    retry_after_seconds: Type.Integer({ minimum: 1, description: 'Ask again after so many seconds.' }),
    note: Type.String(),
  },
  { ...closed, title: 'Moderation', description: 'The state of moderation; present while the post is queued.' },
)
export type Moderation = Static<typeof Moderation>

/** The name of a flag; the description has the meaning of each. */
const Flag = Type.Enum([...flagNames], {
  title: 'Flag',
  description: flagNames.map(name => `- \`${name}\`: ${flags[name]}`).join('\n'),
})

export const Review = Type.Object(
  {
    likely: Type.Boolean({
      description: 'Whether a flag sends the text to a person. No promise: the model may do so without a flag.',
    }),
    usual_seconds: orNull(
      Type.Integer({
        minimum: 0,
        description: `From submission to decision, as people took lately; null where nobody has decided for ${span(limits.reviewMeasuredMs)}.`,
      }),
    ),
    note: Type.String({ description: 'The same in words, and how many texts wait.' }),
  },
  {
    ...closed,
    title: 'Review',
    description: 'Whether a person is likely to look at the text, and how long that takes today.',
  },
)
export type Review = Static<typeof Review>

/** What a dry run and an answer say about a text before its decision. */
export const noticed = {
  flags: Type.Array(Flag, { description: 'What fixed rules noticed in the text; a flag blocks nothing.' }),
  flag_meanings: Type.Unsafe<Partial<Record<FlagName, string>>>(
    Type.Object({}, { additionalProperties: Type.String(), description: 'What each of the flags means, by its name.' }),
  ),
}
export type Noticed = Static<TObject<typeof noticed>>

const whileItWaits = {
  moderation: Type.Optional(Moderation),
  flags: Type.Optional(noticed.flags),
  flag_meanings: Type.Optional(noticed.flag_meanings),
  review: Type.Optional(Review),
  ...handOver,
}

/** What the owning key sees of a text while it waits for a decision. */
export type Outlook = Noticed & { moderation: Moderation; review: Review }

export const Statement = Type.Object(
  {
    decided_by: Type.Enum(['rule', 'model', 'person'], {
      description: 'A fixed rule, a moderation model or a person.',
    }),
    rule: Type.Optional(Type.String({ description: 'The fixed rule.' })),
    part: Type.Optional(
      Type.String({ description: 'The part of the text that led to the decision, where it is known.' }),
    ),
    policy_version: Type.String({ description: 'The policy that it was decided by.' }),
    fee: Micros('The price of the text.'),
    fee_refunded: Type.Boolean({ description: 'Whether the fee was given back.' }),
    appeal_until: Instant('Until when it can be appealed, once.'),
    note: Type.String({ description: 'How to appeal.' }),
    law: Type.Optional(
      Type.Object(
        {
          reference: Type.String({ description: 'The order, such as the file number of a court.' }),
          countries: Type.Array(Type.String(), { description: 'Where it holds (ISO 3166-1); empty: everywhere.' }),
          note: Type.String({ description: 'The same in words.' }),
        },
        {
          ...closed,
          description: 'The order of law by which a post was removed without fault; its category is `legal`.',
        },
      ),
    ),
    help: Type.Optional(Type.String({ description: 'Who helps in a crisis; under self-harm alone.' })),
  },
  { ...closed, title: 'Statement', description: 'The statement of reasons.' },
)
export type Statement = Static<typeof Statement>

export const Appeal = Type.Object(
  {
    post_id: idSchema('post'),
    edit_id: Type.Optional(idSchema('edit')),
    state: Type.Enum(['open', 'granted', 'refused'], { description: 'open: a person has yet to answer.' }),
    message: Type.String({ description: 'What the author said.' }),
    submitted_at: Instant('When it was taken.'),
    answer: Type.Optional(Type.String({ description: 'What the person answered.' })),
    decided_at: Type.Optional(Instant('When it was answered.')),
  },
  { ...closed, title: 'Appeal', description: 'An appeal about the post or, with `edit_id`, about an edit of it.' },
)
export type Appeal = Static<typeof Appeal>

export const Rejection = Type.Object(
  {
    category: Type.String({ description: 'A category of the policy; `legal` for an order of law.' }),
    reason: Type.String(),
    penalized: Type.Boolean({
      description: 'true: abuse, with a penalty and a strike. false: neither; the fee of a rejected post was refunded.',
    }),
    amount: Micros('The penalty beyond the fee.'),
    statement: Statement,
  },
  { ...closed, title: 'Rejection', description: 'Why the post was rejected or removed.' },
)
export type Rejection = Static<typeof Rejection>

export const approvalStates = ['awaiting', 'approved', 'refused', 'expired', 'withdrawn'] as const
export type ApprovalState = (typeof approvalStates)[number]

export const Approval = Type.Object(
  {
    state: Type.Enum([...approvalStates], {
      description: `expired: the owner did not decide in ${span(limits.approvalMs)}. withdrawn: its key withdrew it before that.`,
    }),
    since: Instant('When this state began.'),
    expires_at: Type.Optional(Instant('Until when the owner can decide; while it waits.')),
    reason: Type.Optional(Type.String({ description: 'Why the owner refused it, in the words of the owner.' })),
    note: Type.String({ description: 'The state in words, and what the text has cost.' }),
  },
  { ...closed, title: 'Approval', description: 'The decision of the owner on a text of a key that asks first.' },
)
export type Approval = Static<typeof Approval>

export const editStatuses = ['awaiting_owner', 'queued', 'review', 'applied', 'rejected', 'withdrawn'] as const
export type EditStatus = (typeof editStatuses)[number]

/** The latest edit of a post, for its owning key. */
export const Edit = Type.Object(
  {
    id: idSchema('edit'),
    status: Type.Enum([...editStatuses], { description: 'The status of the edit; the post stays public meanwhile.' }),
    price: Micros('What was charged for the edit; while it waits for the owner, what it would cost.'),
    submitted_at: Instant('When the edit was accepted.'),
    approval: Type.Optional(Approval),
    ...whileItWaits,
    rejection: Type.Optional(Rejection),
  },
  { ...closed, title: 'Edit' },
)
export type Edit = Static<typeof Edit>

/** A change that an edit makes. */
export const Change = Type.Object(
  {
    at: Type.String({ description: 'The member, as a JSON pointer.' }),
    from: orNull(Type.String({ description: 'What it was: a text, or a date in words in the zone of the post.' })),
    to: orNull(Type.String({ description: 'What it becomes.' })),
    why: Type.Enum(['changed', 'added', 'removed', 'moved', 'cancelled', 'takes place again']),
  },
  { ...closed, title: 'Change' },
)
export type Change = Static<typeof Change>

/** The owning key's view of a post (contract.md §3), around the public post of its site. */
export function ownPostSchema<Post extends TSchema>(post: Post) {
  return Type.Object(
    {
      id: idSchema('post'),
      site: Type.Enum([...siteIds]),
      status: Type.Enum([...postStatuses]),
      price: Micros('What was charged for it; while it waits for the owner, what it would cost.'),
      submitted_at: Instant('When it was accepted.'),
      approval: Type.Optional(Approval),
      ...whileItWaits,
      post: Type.Optional(post),
      rejection: Type.Optional(Rejection),
      appeal: Type.Optional(Appeal),
      edit: Type.Optional(Edit),
      changes: Type.Optional(
        Type.Array(Change, { description: 'What the edit changes; in the answer to an edit alone.' }),
      ),
      note: Type.Optional(Type.String()),
    },
    { ...closed, title: 'OwnPost', description: 'A post as the key that created it sees it.' },
  )
}
export type OwnPost = Static<ReturnType<typeof ownPostSchema<PostSchema>>>
