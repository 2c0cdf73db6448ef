// The face that an operator gives to the platform: names and colours of sites, and a logo (docs/operator.md).
import type { SiteId } from './sites/site-ids.ts'

/** What a site is called and its colours, as #rrggbb; what is left out is as in its row. */
export type SiteFace = { name?: string; light?: string; dark?: string; spot?: string }

/** The logo as a file: a square. `body` is base64, because threads get it as plain data. */
export type Logo = { type: 'image/svg+xml' | 'image/png'; body: string }

export type Face = { sites: Partial<Record<SiteId, SiteFace>>; logo: Logo | null }

/** The face of an operator who sets none. */
export const usualFace: Face = { sites: {}, logo: null }

/** The name of the file in CONTENT_DIR. */
export const faceFile = 'face.yaml'

/** The Content-Security-Policy of the logo, a file from outside: opened by itself it may do nothing. */
export const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The longest name of a site: it has to fit beside a logo on a telephone. */
export const mostOfName = 40

/** What the accents stand on, in light and in dark, as `site.css` has it. */
export const grounds = {
  light: { page: '#fbf9f4', soft: '#f3efe6', inverse: '#ffffff' },
  dark: { page: '#161412', soft: '#211e1b', inverse: '#161412' },
} as const
