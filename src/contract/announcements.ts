// Whom the platform tells of changes of what is public, where the operator has configured it.

/** `hub`: a WebSub hub, of feeds that have changed. `indexnow`: search engines, of posts that have. */
export const announcementTargets = ['hub', 'indexnow'] as const

export type AnnouncementTarget = (typeof announcementTargets)[number]

export type AnnouncerConfig = {
  /** The URL of the hub; null for none. */
  hub: string | null
  /** The key, and the URL that takes it with the addresses; null for none. */
  indexNow: { key: string; url: string } | null
}
