// What an operation does to whoever calls it, as `x-agentic-access` says it to agents and to those who let them loose (contract.md §6).
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
        'The gravest that it can do: nothing, a change, a charge (whatever can answer 402), or something that cannot be taken back.',
    }),
    'human-in-the-loop': Type.Enum(['none', 'recommended', 'required'], {
      description: 'Whether the owner should agree before it is called, or has to act for it to take effect.',
    }),
    reversible: Type.Boolean({ description: 'Whether the caller or the owner can take it back, money included.' }),
    notes: Type.String({ minLength: 20, description: 'What that means here.' }),
  },
  { ...closed, description: 'What an operation does to whoever calls it.' },
)
export type AgenticAccess = Static<typeof AgenticAccessSchema>

const looking = { consequence: 'read', 'human-in-the-loop': 'none', reversible: true } as const

/** Looks and changes nothing. */
export const reading = (notes: string): AgenticAccess => ({ 'action-class': 'read', ...looking, notes })

/** Takes what the service sends. */
export const receiving = (notes: string): AgenticAccess => ({ 'action-class': 'connected', ...looking, notes })

/** Changes something here that can be changed back, free of charge. */
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
