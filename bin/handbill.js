#!/usr/bin/env node
// The command: runs the program where Node is new enough, and says so in one line where an older one could not even read it.
import { existsSync } from 'node:fs'

const needed = 24
const { node } = process.versions

if (Number.parseInt(node, 10) < needed) {
  process.stderr.write(
    `handbill: Node.js ${node} is too old; it takes Node.js ${needed} or later (npm start brings its own)\n`,
  )
  process.exitCode = 1
} else {
  // A checkout is run as it is; the package holds what was compiled from it.
  const source = new URL('../src/main.ts', import.meta.url)
  void import(existsSync(source) ? source.href : new URL('../dist/src/main.js', import.meta.url).href)
}
