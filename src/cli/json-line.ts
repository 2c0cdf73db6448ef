// Writes values as JSON on one line that a terminal can show: what could steer a terminal or hide text is escaped.

// C1 controls, line separators, and every format character: direction overrides, zero-width and tag characters.
const steering = /[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu

/** A value as one line of JSON. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(steering, escapeUnits)
}

function escapeUnits(character: string): string {
  let out = ''
  for (let i = 0; i < character.length; i++) out += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`
  return out
}
