// The effects of an operation, as `x-agentic-access` states them to agents and to the people who run agents (contract.md §6).
import { type Static, Type } from 'typebox'
import { closed } from '../posts.ts'

export const AgenticAccessSchema = Type.Object(
  {
    'action-class': Type.Enum(['read', 'acting', 'connected'], {
      description:
        'read: looks only. acting: changes something here. connected: reaches a person or a system outside this service.',
    }),
    consequence: Type.Enum(['read', 'write', 'financial', 'irreversible'], {
      description:
        'The gravest effect: none, a change, a charge (any operation that can answer 402), or an effect that cannot be undone.',
    }),
    'human-in-the-loop': Type.Enum(['none', 'recommended', 'required'], {
      description: 'Whether the owner should agree before it is called, or has to act for it to take effect.',
    }),
    reversible: Type.Boolean({ description: 'Whether the caller or the owner can undo it, money included.' }),
    notes: Type.String({ minLength: 20, description: 'What that means here.' }),
  },
  { ...closed, description: 'The effects of an operation.' },
)
export type AgenticAccess = Static<typeof AgenticAccessSchema>

const looking = { consequence: 'read', 'human-in-the-loop': 'none', reversible: true } as const

/** Reads and changes nothing. */
export const reading = (notes: string): AgenticAccess => ({ 'action-class': 'read', ...looking, notes })

/** Receives deliveries of the service. */
export const receiving = (notes: string): AgenticAccess => ({ 'action-class': 'connected', ...looking, notes })

/** Makes a change here that can be undone, free of charge. */
export const changing = (notes: string): AgenticAccess => ({
  'action-class': 'acting',
  consequence: 'write',
  'human-in-the-loop': 'none',
  reversible: true,
  notes,
})

/** Can spend money, which does not come back on demand. */
export const spending = (notes: string): AgenticAccess => ({
  'action-class': 'acting',
  consequence: 'financial',
  'human-in-the-loop': 'recommended',
  reversible: false,
  notes,
})

/** Ends something for good. */
export const ending = (notes: string): AgenticAccess => ({
  'action-class': 'acting',
  consequence: 'irreversible',
  'human-in-the-loop': 'recommended',
  reversible: false,
  notes,
})
