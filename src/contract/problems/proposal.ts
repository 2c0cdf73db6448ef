// What a dry run of a faulty body proposes: the corrected body, the changes that led to it, and the choices that are left (contract.md §8).
import { type Static, type TSchema, Type } from 'typebox'
import { closed } from '../posts.ts'

/** A schema of any JSON value. */
const Anything = (description: string): TSchema => Type.Unsafe<unknown>({ description })

const Pointer = (description: string) =>
  Type.String({ description: `${description} A JSON pointer; empty for the body.` })

export const Correction = Type.Object(
  {
    at: Pointer('Where the change is.'),
    from: Type.Optional(Anything('The value before; left out where there was none, and where the value only moves.')),
    to: Type.Optional(Anything('The value after; left out where the member is taken away, and where it only moves.')),
    moved_to: Type.Optional(Pointer('Where the value stands now, when only its name was wrong.')),
    why: Type.String({ description: 'What was wrong, and what the new value rests on.' }),
  },
  {
    ...closed,
    title: 'Correction',
    description: 'One correction of a body. It follows from what was sent; nothing is guessed.',
  },
)
export type Correction = Static<typeof Correction>

export const Choice = Type.Object(
  {
    at: Pointer('Where the choice is.'),
    from: Type.Optional(Anything('The value that was sent; left out where there was none.')),
    options: Type.Array(
      Type.Object(
        { value: Anything('The value to send.'), why: Type.String({ description: 'What it would mean.' }) },
        closed,
      ),
      { minItems: 1, description: 'The readings, the likeliest first.' },
    ),
  },
  { ...closed, title: 'Choice', description: 'A value with several readings. Only the caller knows which is meant.' },
)
export type Choice = Static<typeof Choice>

/** The members that the `invalid` and `invalid_json` of a dry run add to a problem. */
export const proposalMembers = {
  proposal: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'Of a dry run: the body as it would be valid, ready to send. Only where every fault can be corrected without a guess.',
      },
    ),
  ),
  changes: Type.Optional(
    Type.Array(Correction, {
      description: 'Of a dry run: each correction that follows from the body, also where there is no proposal.',
    }),
  ),
  choices: Type.Optional(
    Type.Array(Choice, {
      description: 'Of a dry run: what has several readings. Take one of each and send the body again.',
    }),
  ),
}

export type Proposed = { proposal?: object; changes?: Correction[]; choices?: Choice[] }
