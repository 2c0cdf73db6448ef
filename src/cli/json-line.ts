// Writes values as JSON on one line, with characters escaped that could control a terminal or hide text.

// C1 controls, line separators, and every format character: direction overrides, zero-width and tag characters.
const controls = /[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu

export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(controls, escapeUnits)
}

function escapeUnits(character: string): string {
  let out = ''
  for (let i = 0; i < character.length; i++) out += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`
  return out
}
