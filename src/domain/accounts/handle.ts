// Handles: the public names of accounts.

import { handlePattern, longestHandle } from '../../contract/ids.ts'

/** The handle that replaces the handle of an erased account; no account can have it. */
export const deletedHandle = 'deleted'

/** Handles that readers would take for the platform itself. */
const reserved = new Set([deletedHandle, 'admin', 'handbill', 'moderator', 'operator', 'root', 'support', 'system'])

/** A handle made from a name, or null when the name has too little to make one from. */
export function handleFrom(name: string): string | null {
  const handle = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, longestHandle)
  return new RegExp(handlePattern).test(handle) && !isReserved(handle) ? handle : null
}

/** Whether a handle is reserved: nobody may sign up with it. */
export function isReserved(handle: string): boolean {
  return reserved.has(handle)
}

/** The handle of the account that synthetic posts belong to. */
export const seedHandle = 'seed'
