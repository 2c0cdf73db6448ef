// The contrast of two colours (WCAG 2.2, 1.4.3), and the nearest lightness at which a colour has enough of it.

/** The least contrast of text at the level AA; parts such as borders need 3:1. */
export const leastContrast = 4.5

/** Something that a colour stands on. */
export type Ground = { on: string; colour: string }

/** The contrast ratio of two colours as #rrggbb: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** The ground on which a text in a colour has the least contrast, if that is too little; null where it has enough on each. */
export function worstGround(colour: string, grounds: readonly Ground[]): Ground | null {
  const on = (ground: Ground) => contrast(colour, ground.colour)
  const [worst] = [...grounds].sort((a, b) => on(a) - on(b))
  return worst && on(worst) < leastContrast ? worst : null
}

/** The colour of the same hue and saturation with the nearest lightness that has enough contrast on each ground; null without one. */
export function nearestEnough(
  colour: string,
  grounds: readonly Ground[],
): { colour: string; lightness: number } | null {
  const [hue, saturation, lightness] = hslOf(colour)
  for (let away = 0; away <= 100; away += 0.5)
    for (const tried of [lightness - away, lightness + away]) {
      if (tried < 0 || tried > 100) continue
      const found = hexOf(hue, saturation, tried)
      if (worstGround(found, grounds) === null) return { colour: found, lightness: tried }
    }
  return null
}

/** The lightness of a colour in percent, as `hsl()` counts it. */
export function lightnessOf(colour: string): number {
  return hslOf(colour)[2]
}

const channels = (colour: string) =>
  [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as [number, number, number]

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map(part =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Hue in degrees, saturation and lightness in percent. */
function hslOf(colour: string): [number, number, number] {
  const [red, green, blue] = channels(colour)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [spread, lightness] = [most - least, (most + least) / 2]
  if (spread === 0) return [0, 0, lightness * 100]
  const sixth =
    most === red ? (green - blue) / spread : most === green ? (blue - red) / spread + 2 : (red - green) / spread + 4
  return [((sixth + 6) % 6) * 60, (spread / (1 - Math.abs(2 * lightness - 1))) * 100, lightness * 100]
}

function hexOf(hue: number, saturation: number, lightness: number): string {
  const reach = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100)
  const part = (nth: number) => {
    const at = (nth + hue / 30) % 12
    const value = lightness / 100 - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(0)}${part(8)}${part(4)}`
}
