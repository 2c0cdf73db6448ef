// What a dry run says about a text that is valid: warnings, which block nothing, and the price in lines (contract.md §8).
import { type Static, Type } from 'typebox'
import { closed } from '../posts.ts'

const warningCodes = [
  'markdown',
  'html_markup',
  'escaped_text',
  'html_entity',
  'line_break',
  'model_greeting',
  'loud_title',
  'other_zone',
  'contradiction',
  'shortened_link',
] as const

export const Warning = Type.Object(
  {
    code: Type.Enum([...warningCodes]),
    at: Type.String({ description: 'Where it is. A JSON pointer.' }),
    detail: Type.String({ description: 'What a reader would see.' }),
    fix: Type.String({ description: 'What to send instead, if it was not meant.' }),
  },
  { ...closed, title: 'Warning', description: 'Something that is allowed and probably not meant. It blocks nothing.' },
)
export type Warning = Static<typeof Warning>

export const PriceLine = Type.Object(
  {
    what: Type.String(),
    amount: Type.Integer({ description: 'In micros; below zero where a price has a cap.' }),
  },
  { ...closed, title: 'PriceLine', description: 'A part of the price. All lines together are the price.' },
)
export type PriceLine = Static<typeof PriceLine>

/** The members of a dry run that hold them. */
export const advice = {
  warnings: Type.Array(Warning, { description: 'What is allowed and probably not meant; no warning blocks the post.' }),
  price_lines: Type.Array(PriceLine, { description: 'Why the price is what it is.' }),
}

/** The warnings as sentences for a model. */
export const warningLines = (warnings: readonly Warning[]): string[] =>
  warnings.map(({ at, detail, fix }) => `Warning at ${at}: ${detail} ${fix}`)
