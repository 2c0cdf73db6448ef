// Reads the text format of Prometheus.
import assert from 'node:assert/strict'

export type Sample = { name: string; labels: Record<string, string>; value: number }

/** The samples of a text. Fails for a line that is neither a sample nor a comment. */
export function samplesIn(text: string): Sample[] {
  return text
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const [, name, labels = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
      assert.ok(name && value, `no sample: ${line}`)
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key!, text!] as const)
      return { name, labels: Object.fromEntries(pairs), value: value === '+Inf' ? Infinity : Number(value) }
    })
}
