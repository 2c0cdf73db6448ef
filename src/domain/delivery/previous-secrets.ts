// The secrets that were valid before a rotation: one, or two after a second rotation within a day.

/** The sealed secrets in their stored form, the oldest first. A sealed secret has no space. */
export const eachSecret = (stored: string | null): string[] => (stored === null ? [] : stored.split(' '))

/** The stored form of sealed secrets. */
export const joinedSecrets = (sealed: readonly string[]): string => sealed.join(' ')
