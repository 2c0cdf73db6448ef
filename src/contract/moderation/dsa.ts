// The closed lists of statements of reasons in the transparency database of the EU (article 24 of the DSA): its API v2, since July 2025.

const named = <Name extends string, Value extends string>(name: Name, values: readonly Value[]) =>
  values.map(value => `${name}_${value}` as const)

/** The values that a member takes. Source: the public repository digital-services-act/transparency-database. */
export const dsaLists = {
  decision_visibility: named('DECISION_VISIBILITY', [
    'CONTENT_REMOVED',
    'CONTENT_DISABLED',
    'CONTENT_DEMOTED',
    'CONTENT_AGE_RESTRICTED',
    'CONTENT_INTERACTION_RESTRICTED',
    'CONTENT_LABELLED',
    'OTHER',
  ]),
  decision_monetary: named('DECISION_MONETARY', ['SUSPENSION', 'TERMINATION', 'OTHER']),
  decision_provision: named('DECISION_PROVISION', [
    'PARTIAL_SUSPENSION',
    'TOTAL_SUSPENSION',
    'PARTIAL_TERMINATION',
    'TOTAL_TERMINATION',
  ]),
  decision_account: named('DECISION_ACCOUNT', ['SUSPENDED', 'TERMINATED']),
  account_type: named('ACCOUNT_TYPE', ['BUSINESS', 'PRIVATE']),
  decision_ground: named('DECISION_GROUND', ['ILLEGAL_CONTENT', 'INCOMPATIBLE_CONTENT']),
  incompatible_content_illegal: ['Yes', 'No'],
  content_type: named('CONTENT_TYPE', [
    'APP',
    'AUDIO',
    'IMAGE',
    'PRODUCT',
    'SYNTHETIC_MEDIA',
    'TEXT',
    'VIDEO',
    'OTHER',
  ]),
  category: named('STATEMENT_CATEGORY', [
    'ANIMAL_WELFARE',
    'CONSUMER_INFORMATION',
    'CYBER_VIOLENCE',
    'CYBER_VIOLENCE_AGAINST_WOMEN',
    'DATA_PROTECTION_AND_PRIVACY_VIOLATIONS',
    'ILLEGAL_OR_HARMFUL_SPEECH',
    'INTELLECTUAL_PROPERTY_INFRINGEMENTS',
    'NEGATIVE_EFFECTS_ON_CIVIC_DISCOURSE_OR_ELECTIONS',
    'NOT_SPECIFIED_NOTICE',
    'OTHER_VIOLATION_TC',
    'PROTECTION_OF_MINORS',
    'RISK_FOR_PUBLIC_SECURITY',
    'SCAMS_AND_FRAUD',
    'SELF_HARM',
    'UNSAFE_AND_PROHIBITED_PRODUCTS',
    'VIOLENCE',
  ]),
  /** The countries of the EU and the EEA (ISO 3166-1). */
  territorial_scope: [
    ...[
      'AT',
      'BE',
      'BG',
      'CY',
      'CZ',
      'DE',
      'DK',
      'EE',
      'ES',
      'FI',
      'FR',
      'GR',
      'HR',
      'HU',
      'IE',
      'IS',
      'IT',
      'LI',
      'LT',
    ],
    ...['LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
  ],
  source_type: ['SOURCE_ARTICLE_16', 'SOURCE_TRUSTED_FLAGGER', 'SOURCE_TYPE_OTHER_NOTIFICATION', 'SOURCE_VOLUNTARY'],
  automated_detection: ['Yes', 'No'],
  automated_decision: named('AUTOMATED_DECISION', ['FULLY', 'PARTIALLY', 'NOT_AUTOMATED']),
} as const satisfies Record<string, readonly string[]>

type OneOf<Member extends keyof typeof dsaLists> = (typeof dsaLists)[Member][number]

export type DsaCategory = OneOf<'category'>

/** A statement of reasons as the database takes it. Days are YYYY-MM-DD. */
export type DsaStatement = {
  decision_visibility?: OneOf<'decision_visibility'>[]
  decision_visibility_other?: string
  decision_monetary?: OneOf<'decision_monetary'>
  decision_monetary_other?: string
  decision_provision?: OneOf<'decision_provision'>
  decision_account?: OneOf<'decision_account'>
  account_type?: OneOf<'account_type'>
  decision_ground: OneOf<'decision_ground'>
  decision_ground_reference_url?: string
  illegal_content_legal_ground?: string
  illegal_content_explanation?: string
  incompatible_content_ground?: string
  incompatible_content_explanation?: string
  incompatible_content_illegal?: OneOf<'incompatible_content_illegal'>
  content_type: OneOf<'content_type'>[]
  content_type_other?: string
  category: DsaCategory
  category_addition?: DsaCategory[]
  territorial_scope?: string[]
  content_date: string
  application_date: string
  end_date_visibility_restriction?: string
  end_date_monetary_restriction?: string
  end_date_service_restriction?: string
  end_date_account_restriction?: string
  /** Without personal data. */
  decision_facts: string
  source_type: OneOf<'source_type'>
  source_identity?: string
  automated_detection: OneOf<'automated_detection'>
  automated_decision: OneOf<'automated_decision'>
  /** Unique on the platform. */
  puid: string
}
