// The services that the platform tells about changed feeds and posts, where the operator has configured it.

/** `hub`: a WebSub hub, for changed feeds. `indexnow`: search engines, for changed posts. */
export const announcementTargets = ['hub', 'indexnow'] as const

export type AnnouncementTarget = (typeof announcementTargets)[number]

export type AnnouncerConfig = {
  /** The URL of the hub; null for none. */
  hub: string | null
  /** The key, and the URL to which the key and the changed addresses are sent; null for none. */
  indexNow: { key: string; url: string } | null
}
